import { stateCopy } from '../copy/shell.ts'
import { LinkButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** Shown after loading failed, with a link to retry. */
export function FailedState({ title = stateCopy.failed, retryHref }: { title?: string; retryHref: string }) {
  return (
    <div className="state state-failed" role="alert">
      <Icon name="warning" size={32} />
      <h2>{title}</h2>
      <p>{stateCopy.failedText}</p>
      <div className="state-actions">
        <LinkButton tone="quiet" href={retryHref}>
          {stateCopy.retry}
        </LinkButton>
      </div>
    </div>
  )
}

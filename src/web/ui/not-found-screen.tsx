import { notFoundCopy as copy } from '../copy/errors.ts'
import { paths } from '../paths.ts'
import { LinkButton } from './button.tsx'
import { Horizon } from './horizon.tsx'

/** @param lead what may have happened, where more is known than that no page has this address */
export function NotFoundScreen({ lead = copy.lead }: { lead?: string | undefined }) {
  return (
    <>
      <title>{`${copy.title} · Recomeço`}</title>
      <meta name="robots" content="noindex" />
      <div className="lost">
        <div className="wrap">
          <p className="lost-code num" aria-hidden="true">
            404
          </p>
          <h1 lang="en">{copy.title}</h1>
          <p className="lead mt-4">{lead}</p>
          <div className="actions">
            <LinkButton href={paths.home()}>{copy.home}</LinkButton>
            <LinkButton href={paths.services()} tone="quiet">
              {copy.services}
            </LinkButton>
          </div>
        </div>
        <Horizon />
      </div>
    </>
  )
}

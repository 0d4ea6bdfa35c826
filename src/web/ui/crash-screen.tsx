import { crashCopy as copy } from '../copy/errors.ts'
import { LinkButton } from './button.tsx'
import { Horizon } from './horizon.tsx'

interface CrashScreenProps {
  requestId?: string | undefined
  /** Error message; omitted in production, where the request id identifies the error. */
  message?: string | undefined
}

/**
 * The error screen. Its link reloads the current URL without naming it: the page of an unknown path must not contain the path.
 */
export function CrashScreen({ requestId, message }: CrashScreenProps) {
  return (
    <>
      <title>{`${copy.title} · Recomeço`}</title>
      <meta name="robots" content="noindex" />
      <div className="lost" role="alert">
        <div className="wrap">
          <h1>{copy.title}</h1>
          <p className="lead mt-4">{copy.lead}</p>
          <div className="actions">
            <LinkButton href="">{copy.reload}</LinkButton>
          </div>
          <details className="disclosure mt-6">
            <summary>{copy.details}</summary>
            {message && <code className="code">{message}</code>}
            {requestId && (
              <p className="note mt-3">
                {copy.requestId}: <b className="num">{requestId}</b>
              </p>
            )}
            {!message && !requestId && <p className="note">{copy.lead}</p>}
          </details>
        </div>
        <Horizon />
      </div>
    </>
  )
}

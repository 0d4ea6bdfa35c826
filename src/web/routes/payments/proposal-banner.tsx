import { renegotiationCopy as copy } from '../../copy/renegotiation.ts'
import { paths } from '../../paths.ts'

/** Callout that the team proposes a renegotiation, with the link to it. */
export function ProposalBanner({ proposals }: { proposals: readonly { id: string; until: string }[] }) {
  if (proposals.length === 0) return null
  return (
    <div className="wrap">
      {proposals.map(({ id, until }) => (
        <p key={id} className="card renegotiation-banner">
          <span>{copy.banner(until)}</span>
          <a className="link-action" href={paths.renegotiation(id)}>
            {copy.bannerGo}
          </a>
        </p>
      ))}
    </div>
  )
}

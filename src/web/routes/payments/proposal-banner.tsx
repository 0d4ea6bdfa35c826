import { renegotiationCopy as copy } from '../../copy/renegotiation.ts'
import { paths } from '../../paths.ts'

/** That the team proposes something about what is still open, with the way to it. */
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

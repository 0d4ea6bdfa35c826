import type { OfferInShort } from '../../../modules/contracting/public.ts'
import { resumeCopy as copy } from '../../copy/hiring.ts'
import { paths } from '../../paths.ts'
import { ThreadOrder } from './order-thread.tsx'

/** A hiring that waits, shown above the pages where a person arrives, on any device of the account. */
export function ResumeStrip({ order }: { order: OfferInShort }) {
  return (
    <aside className="resume" aria-label={copy.title}>
      <div className="wrap resume-row">
        <div>
          <p className="resume-title">{copy.title}</p>
          <ThreadOrder {...order} />
        </div>
        <div className="resume-actions">
          <a className="btn btn-primary btn-small" href={paths.contract()}>
            {copy.go}
          </a>
          <form method="post" action={paths.discardHiring()}>
            <button type="submit" className="btn btn-ghost btn-small">
              {copy.discard}
            </button>
          </form>
        </div>
      </div>
    </aside>
  )
}

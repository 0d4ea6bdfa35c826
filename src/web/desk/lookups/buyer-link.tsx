import { formatInstant } from '../../../core/calendar.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { cx } from '../../ui/cx.ts'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import { ShortReason } from '../reason.tsx'
import type { LookupData } from './lookup-screen.tsx'

/** The link with which the buyer opens the result, and a list of every time it was used. */
export function BuyerLink({ data: { link, views } }: { data: LookupData }) {
  const { rights } = useFrame()
  return (
    <>
      <section aria-labelledby="link">
        <h2 id="link">{copy.link.title}</h2>
        {link && (
          <p>
            <span className={cx('desk-pill', link.state === 'live' ? 'is-ok' : 'is-bad')}>
              {copy.link.states[link.state]}
            </span>{' '}
            {link.state === 'live' && <span className="desk-hint">{copy.link.until(link.expiresAt)}</span>}
          </p>
        )}
        {rights.includes('lookup.link') && (
          <div className="desk-acts">
            <DeskForm intent="send-link">
              <button type="submit" className="btn btn-quiet btn-small">
                {copy.link.send}
              </button>
            </DeskForm>
          </div>
        )}
        {link?.state === 'live' && rights.includes('lookup.revoke-link') && (
          <details className="desk-do">
            <summary>{copy.link.revoke}</summary>
            <DeskForm intent="revoke-link" className="desk-form">
              <ShortReason label={copy.link.revokeReason} />
              <button type="submit" className="btn btn-quiet btn-small">
                {copy.link.revoke}
              </button>
            </DeskForm>
          </details>
        )}
      </section>
      <section aria-labelledby="vistas">
        <h2 id="vistas">{copy.views}</h2>
        {views.length === 0 && <p className="desk-hint">{copy.noViews}</p>}
        <ul className="desk-path">
          {views.map(({ at, version, proof, what }) => (
            <li key={`${at.getTime()} ${what}`}>
              <span className="desk-dot" aria-hidden="true" />
              <span>
                {copy.viewed[what]}
                <span className="desk-sub desk-whole">
                  {formatInstant(at)}, {copy.proofs[proof]}, {copy.version(version).toLowerCase()}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

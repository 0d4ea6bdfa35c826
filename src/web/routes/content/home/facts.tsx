import { experienceClaims, noResultNoFee } from '../../../../modules/catalogue/public.ts'
import { landingCopy as copy } from '../../../copy/landing.ts'

/** Claims about experience, and the 'no result, no fee' promise. */
export function Facts() {
  const claims = experienceClaims()
  const promise = noResultNoFee()
  if (claims.length === 0 && !promise) return null
  return (
    <section className="facts" aria-label={copy.facts}>
      <div className="wrap">
        {claims.length > 0 && (
          <dl>
            {claims.map(({ id, value, text }) => (
              <div key={id}>
                <dt>{text}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {promise && (
          <p className="facts-promise">
            <b>{promise.value}.</b> {promise.text}
          </p>
        )}
      </div>
    </section>
  )
}

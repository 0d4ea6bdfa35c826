import { experienceClaims, noResultNoFee } from '../../../../modules/catalogue/public.ts'
import { landingCopy as copy } from '../../../copy/landing.ts'

/** The experience claims and the 'no result, no fee' promise. */
export function Facts() {
  return (
    <section className="facts" aria-label={copy.facts}>
      <div className="wrap">
        <dl>
          {experienceClaims.map(({ id, value, text }) => (
            <div key={id}>
              <dt>{text}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="facts-promise">
          <b>{noResultNoFee.value}.</b> {noResultNoFee.text}
        </p>
      </div>
    </section>
  )
}

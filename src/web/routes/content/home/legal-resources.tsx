import { serviceOf } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { paths } from '../../../paths.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.legal

export function LegalResources() {
  const rows = [
    { title: copy.fines, text: copy.finesText, service: serviceOf('traffic-fines') },
    { title: copy.review, text: copy.reviewText, service: serviceOf('contract-review') },
  ].filter(({ service }) => !service.hidden)
  if (rows.length === 0) return null
  return (
    <Section>
      <div className="pair pair-top">
        <div>
          <h2>{copy.title}</h2>
          <p className="lead mt-4">{copy.lead}</p>
        </div>
        <div className="rows">
          {rows.map(({ title, text, service }) => (
            <a key={service.id} className="row" href={paths.service(service.id)}>
              <h3>{title}</h3>
              <p>{text}</p>
              {service.priceFrom !== undefined && (
                <span className="row-side">
                  {copy.from}
                  <b>
                    <Money amount={service.priceFrom} short />
                  </b>
                </span>
              )}
            </a>
          ))}
        </div>
      </div>
    </Section>
  )
}

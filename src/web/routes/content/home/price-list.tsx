import {
  consultationsFrom,
  priceTag,
  type Service,
  serviceGroups,
} from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { paths } from '../../../paths.ts'
import { Money } from '../../../ui/money.tsx'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.prices

/** Every service with its price, in the groups of the catalogue; nothing while no service is sold. */
export function PriceList() {
  const groups = serviceGroups()
  if (groups.length === 0) return null
  return (
    <Section title={copy.title} lead={copy.lead}>
      <div className="price-list">
        {groups.map(({ id, title, services }) => (
          <section key={id} aria-labelledby={`precos-${id}`}>
            <h3 id={`precos-${id}`}>{title}</h3>
            <div className="rows">
              {services.map((service) => (
                <ServiceRow key={service.id} service={service} />
              ))}
              {id === 'credit' && <LookupsRow />}
            </div>
          </section>
        ))}
      </div>
      <p className="after-note">
        <a className="link-action" href={paths.services()}>
          {copy.all}
        </a>
      </p>
    </Section>
  )
}

function ServiceRow({ service }: { service: Service }) {
  const tag = priceTag(service)
  return (
    <a className="row" href={paths.service(service.id)}>
      <span className="row-title">{service.title}</span>
      <p>
        {copy.deadline} {service.promise.text}
      </p>
      <span className="row-side">
        {tag ? (
          <>
            {copy[tag.kind]}
            <b>
              <Money amount={tag.amount} short />
            </b>
          </>
        ) : (
          copy.onRequest
        )}
      </span>
    </a>
  )
}

function LookupsRow() {
  const from = consultationsFrom()
  if (from === undefined) return null
  return (
    <a className="row" href={paths.lookupsDialog()}>
      <span className="row-title">{copy.lookups}</span>
      <p>{copy.lookupsText}</p>
      <span className="row-side">
        {copy.from}
        <b>
          <Money amount={from} short />
        </b>
      </span>
    </a>
  )
}

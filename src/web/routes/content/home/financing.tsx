import { serviceClaims, serviceOf } from '../../../../modules/catalogue/public.ts'
import { landingCopy } from '../../../copy/landing.ts'
import { paths } from '../../../paths.ts'
import { DataList } from '../../../ui/data-list.tsx'
import { Section } from '../../../ui/section.tsx'

const copy = landingCopy.financing

export function Financing() {
  const options = [
    { title: copy.vehicle, link: copy.vehicleLink, service: serviceOf('vehicle-financing') },
    { title: copy.home, link: copy.homeLink, service: serviceOf('home-financing') },
  ].filter(({ service }) => !service.hidden)
  if (options.length === 0) return null
  return (
    <Section band="sunk" title={copy.title} lead={copy.lead}>
      <div className="pair pair-top mt-9">
        {options.map(({ title, link, service }) => (
          <div key={service.id} className="financing">
            <h3>{title}</h3>
            <p>{service.summary}</p>
            <DataList
              items={serviceClaims(service.id).map(({ text, value }) => ({
                term: text,
                value: <b>{value}</b>,
              }))}
            />
            <a className="link-action" href={paths.service(service.id)}>
              {link}
            </a>
          </div>
        ))}
      </div>
    </Section>
  )
}

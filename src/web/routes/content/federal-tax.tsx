import { serviceOf } from '../../../modules/catalogue/public.ts'
import { federalTaxCopy as copy } from '../../copy/federal-tax.ts'
import { paths } from '../../paths.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/federal-tax.ts'
import { DebtMap } from './drawings/debt-map.tsx'
import { ConsultantLink } from './parts/consultant-link.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { processSteps, sectionOf } from './parts/service-parts.ts'

const id = 'federal-tax-solution'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export default function FederalTax() {
  const situations = sectionOf(service(), 'situations')
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary}>
        <ConsultantLink service={service()} label={copy.consultant} tone="primary" />
        <p className="note mt-4">{copy.consultantNote}</p>
      </PageHeader>
      <Section band="night" title={copy.map.title}>
        <div className="pair mt-8">
          <DebtMap />
          <dl className="papers">
            {copy.map.lines.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Section>
      <Section title={situations.title} lead={copy.situationsLead}>
        <ul className="cases">
          {situations.items.map(({ name }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{copy.situations[name]?.text}</p>
              <span>{copy.situations[name]?.who}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section band="white">
        <div className="pair pair-top">
          <div>
            <h2>{copy.process(service().promise.text)}</h2>
            <p className="lead mt-4">{copy.processLead}</p>
          </div>
          <Process steps={processSteps(service().process)} />
        </div>
      </Section>
      <Section>
        <div className="pair pair-top">
          <div>
            <h2>{copy.proposal.title}</h2>
            <p className="lead mt-4">{copy.proposal.text}</p>
            <div className="actions">
              <ConsultantLink service={service()} label={copy.consultant} tone="primary" />
            </div>
          </div>
          <div className="aside">
            <h3 className="mb-4">{copy.proposal.included}</h3>
            <Checklist items={service().inclusions} />
          </div>
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

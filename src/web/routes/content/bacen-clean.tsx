import { serviceOf } from '../../../modules/catalogue/public.ts'
import { bacenCleanCopy as copy } from '../../copy/bacen-clean.ts'
import { hiringToasts } from '../../copy/hiring.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/bacen-clean.ts'
import { ConsultantLink } from './parts/consultant-link.tsx'
import { processSteps, sectionOf } from './parts/service-parts.ts'

const id = 'bacen-clean'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)
const opening = hiringToasts.redirecting

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export async function loader({ request, context }: Route.LoaderArgs) {
  return { hiring: await hiringState({ request, context, service: service() }) }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: id, opening })
}

export default function BacenClean({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary} />
      <Section band="white" title={copy.ledger.title} lead={copy.ledger.lead}>
        <div className="weighing">
          <LedgerSide id="consequences" sign="minus" />
          <LedgerSide id="benefits" sign="plus" />
        </div>
      </Section>
      <HiringSection service={service()} state={loaderData.hiring} failure={actionData} opening={opening}>
        <Included service={service()} />
      </HiringSection>
      <Section band="night" title={copy.process.title} lead={copy.process.lead}>
        <div className="process-two">
          <Process steps={processSteps(service().process)} />
        </div>
      </Section>
      <Section>
        <ImportantInfo />
      </Section>
    </>
  )
}

/** One column: consequences of the record, or benefits of its correction. */
function LedgerSide({ id, sign }: { id: 'consequences' | 'benefits'; sign: 'minus' | 'plus' }) {
  const { title, items } = sectionOf(service(), id)
  return (
    <div className={`weighing-${sign}`}>
      <h3>{title}</h3>
      <ul>
        {items.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b>
            {text && <span>{text}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ImportantInfo() {
  const documents = sectionOf(service(), 'documents')
  const [first = 0, last = service().promise.deadline.days] =
    service().promise.text.match(/\d+/g)?.map(Number) ?? []
  return (
    <>
      <h2>{copy.know}</h2>
      <ol className="marks num" aria-label={copy.days.label}>
        {copy.days.marks(first, last).map(({ when, text }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <div className="pair pair-top mt-12">
        <div>
          <h3>{documents.title}</h3>
          <dl className="papers">
            {documents.items.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <ul className="know">
            {service().goodToKnow.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p className="mt-6">
            <ConsultantLink service={service()} label={copy.questions} />
          </p>
        </div>
      </div>
    </>
  )
}

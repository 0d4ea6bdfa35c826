import { serviceOf } from '../../../modules/catalogue/public.ts'
import { creditViabilityCopy as copy } from '../../copy/credit-viability.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProcessTimeline } from '../../ui/process-timeline.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/credit-viability.ts'
import { MonthBar } from './drawings/month-bar.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { processSteps } from './parts/service-parts.ts'

const id = 'credit-viability'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export async function loader({ request, context }: Route.LoaderArgs) {
  return { hiring: await hiringState({ request, context, service: service() }) }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: id, choiceTerm: 'plan' })
}

export default function CreditViability({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary} />
      <Section band="sunk">
        <div className="pair">
          <div>
            <h2>{copy.month.title}</h2>
            <p className="lead mt-4">{copy.month.lead}</p>
          </div>
          <MonthAccount />
        </div>
      </Section>
      <HiringSection
        service={service()}
        state={loaderData.hiring}
        failure={actionData}
        choiceTerm="plan"
        title={copy.hiringTitle}
        lead={copy.hiringLead}
      >
        <Included service={service()} />
      </HiringSection>
      <Section band="white" title={copy.verdicts.title} lead={copy.verdicts.lead}>
        <ol className="verdicts">
          {copy.verdicts.items.map(({ name, text }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section band="night" title={copy.process(service().promise.deadline.days)}>
        <div className="way-five">
          <ProcessTimeline steps={processSteps(service().process)} />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

/** An example of the study's calculation: income minus commitments, and the share that an instalment may take. */
function MonthAccount() {
  const { income, incomeAmount, parts, left, fits, safePercent } = copy.month
  const remains = parts.reduce<number>((rest, { amount }) => rest - amount, incomeAmount)
  const safe = Math.floor((remains * safePercent) / 100)
  return (
    <figure className="month">
      <figcaption className="note">{copy.month.example}</figcaption>
      <MonthBar left={remains} fits={safe} />
      <dl className="num">
        <div>
          <dt>{income}</dt>
          <dd>
            <Money amount={incomeAmount} />
          </dd>
        </div>
        {parts.map(({ name, amount }, index) => (
          <div key={name} className={`month-part-${index}`}>
            <dt>{name}</dt>
            <dd>
              − <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div className="month-left">
          <dt>{left}</dt>
          <dd>
            <Money amount={remains} />
          </dd>
        </div>
        <div className="month-fits">
          <dt>{fits}</dt>
          <dd>
            <Money amount={safe} size="large" />
          </dd>
        </div>
      </dl>
    </figure>
  )
}

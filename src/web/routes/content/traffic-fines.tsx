import { serviceOf } from '../../../modules/catalogue/public.ts'
import { trafficFinesCopy as copy } from '../../copy/traffic-fines.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/traffic-fines.ts'
import { NoticeSlip } from './drawings/notice-slip.tsx'
import { WorkingDays } from './drawings/working-days.tsx'
import { ConsultantLink } from './parts/consultant-link.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { Opening } from './parts/service-hero.tsx'
import { processSteps, sectionOf } from './parts/service-parts.ts'

const id = 'traffic-fines'
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

export default function TrafficFines({ loaderData, actionData }: Route.ComponentProps) {
  const fines = sectionOf(service(), 'fines')
  const { days } = service().promise.deadline
  return (
    <>
      <Opening eyebrow={service().title} title={copy.title} lead={service().summary} drawing={<NoticeSlip />}>
        <ConsultantLink service={service()} label={copy.consultant} />
        <a className="link-action" href="#planos">
          {copy.toPlans}
        </a>
      </Opening>
      <Section band="sunk" title={fines.title} lead={copy.finesLead}>
        <ol className="fines">
          {fines.items.map(({ name, text = copy.fines[name] }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <HiringSection
        service={service()}
        state={loaderData.hiring}
        failure={actionData}
        choiceTerm="plan"
        title={copy.hiringTitle}
        lead={copy.hiringLead}
        gated
      >
        <Included service={service()} />
      </HiringSection>
      <Section band="night">
        <div className="pair">
          <div>
            <h2>{copy.days.title(days)}</h2>
            <p className="lead mt-4">{copy.days.lead}</p>
            <div className="mt-8">
              <Process steps={processSteps(service().process)} />
            </div>
          </div>
          <WorkingDays count={days} />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

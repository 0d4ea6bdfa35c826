import { serviceOf } from '../../../modules/catalogue/public.ts'
import { cnhCopy as copy } from '../../copy/cnh-rehabilitation.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProcessTimeline } from '../../ui/process-timeline.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/cnh-rehabilitation.ts'
import { Road } from './drawings/road.tsx'
import { ConsultantLink } from './parts/consultant-link.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { Opening } from './parts/service-hero.tsx'
import { processSteps, sectionOf } from './parts/service-parts.ts'

const id = 'cnh-rehabilitation'
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

export default function CnhRehabilitation({ loaderData, actionData }: Route.ComponentProps) {
  const situations = sectionOf(service(), 'situations')
  return (
    <>
      <Opening eyebrow={service().title} title={copy.title} lead={service().summary} drawing={<Road />}>
        <ConsultantLink service={service()} label={copy.consultant} />
        <a className="link-action" href="#planos">
          {copy.toPlans}
        </a>
      </Opening>
      <Section band="white">
        <div className="pair pair-top">
          <div>
            <h2>{situations.title}</h2>
            <p className="lead mt-4">{copy.situationsLead}</p>
          </div>
          <dl className="papers">
            {situations.items.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
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
      <Section band="night" title={copy.process} lead={copy.processLead}>
        <ProcessTimeline steps={processSteps(service().process)} />
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

import { serviceOf } from '../../../modules/catalogue/public.ts'
import { serasaScoreCopy as copy } from '../../copy/serasa-score.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/serasa-score.ts'
import { ScoreDial } from './drawings/score-dial.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { Opening } from './parts/service-hero.tsx'
import { processSteps } from './parts/service-parts.ts'

const id = 'serasa-score'
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

export default function SerasaScore({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Opening
        eyebrow={service().title}
        title={copy.title}
        lead={service().summary}
        drawing={<ScoreDial />}
      />
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
      <Section band="white" title={copy.weights.title} lead={copy.weights.lead}>
        <div className="weights">
          <Weights kind="up" />
          <Weights kind="down" />
        </div>
      </Section>
      <Section>
        <div className="pair pair-top">
          <h2>{copy.process(service().promise.deadline.days)}</h2>
          <Process steps={processSteps(service().process)} />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

/** Factors that raise the score, or that lower it, under an arrow of that direction. */
function Weights({ kind }: { kind: 'up' | 'down' }) {
  const { title, items } = copy.weights[kind]
  return (
    <div className={`weights-${kind}`}>
      <svg width="26" height="52" viewBox="0 0 26 52" fill="none" aria-hidden="true">
        <path
          d={kind === 'up' ? 'M13 50V4M3 15 13 4l10 11' : 'M13 2v46M3 37l10 11 10-11'}
          strokeWidth="3.5"
        />
      </svg>
      <h3>{title}</h3>
      <ul>
        {items.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

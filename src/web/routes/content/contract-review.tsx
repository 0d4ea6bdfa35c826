import { serviceClaims, serviceOf } from '../../../modules/catalogue/public.ts'
import { contractReviewCopy as copy } from '../../copy/contract-review.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/contract-review.ts'
import { InstalmentBars } from './drawings/instalment-bars.tsx'
import { RecoveredRange } from './drawings/recovered-range.tsx'
import { ConsultantLink } from './parts/consultant-link.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { Opening } from './parts/service-hero.tsx'
import { processSteps, sectionOf } from './parts/service-parts.ts'

const id = 'contract-review'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export async function loader({ request, context }: Route.LoaderArgs) {
  return { hiring: await hiringState({ request, context, service: service() }) }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: id })
}

export default function ContractReview({ loaderData, actionData }: Route.ComponentProps) {
  const contracts = sectionOf(service(), 'contracts')
  return (
    <>
      <Opening
        eyebrow={service().title}
        title={copy.title}
        lead={service().summary}
        drawing={<InstalmentBars />}
      >
        <ConsultantLink service={service()} label={copy.talk} />
        <a className="link-action" href="#planos">
          {copy.toPlans}
        </a>
      </Opening>
      <Recovered />
      <Section title={contracts.title} lead={copy.contractsLead}>
        <ul className="kinds">
          {contracts.items.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </Section>
      <HiringSection
        service={service()}
        state={loaderData.hiring}
        failure={actionData}
        title={copy.hiringTitle}
        lead={copy.hiringLead}
      >
        <Included service={service()} />
      </HiringSection>
      <Section band="white" title={copy.process}>
        <div className="process-two">
          <Process steps={processSteps(service().process)} />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

/** The range in the catalogue's claim: 'R$ 15.000 a R$ 80.000'. */
function Recovered() {
  const claim = serviceClaims(id).find((candidate) => candidate.id === 'recovered')
  const [low, high] = claim?.value.split(` ${copy.range.between} `) ?? []
  if (!claim || !low || !high) return null
  return (
    <Section band="night" title={copy.range.title}>
      <RecoveredRange low={nonBreaking(low)} high={nonBreaking(high)} between={` ${copy.range.between} `} />
      <p className="range-what">{claim.text}</p>
      <p className="lead mt-6">{copy.range.honest}</p>
    </Section>
  )
}

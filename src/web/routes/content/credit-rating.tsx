import { findPlan, serviceClaims, serviceOf, type VariantId } from '../../../modules/catalogue/public.ts'
import { creditRatingCopy as copy } from '../../copy/credit-rating.ts'
import { hire } from '../../hiring.server.ts'
import { paths, searchOf } from '../../paths.ts'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { Route } from './+types/credit-rating.ts'
import { CompanyLinks } from './drawings/company-links.tsx'
import { PointsRise } from './drawings/points-rise.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { processSteps } from './parts/service-parts.ts'

const id = 'credit-rating'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

/** Loads the page: `?tipo=pj` shows the plans for companies; a chosen plan (`?plano=`) selects its own variant. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const hiring = await hiringState({ request, context, service: service() })
  const requested = searchOf('service', request).get('tipo') === 'pj' ? 'pj' : 'pf'
  const variant: VariantId = findPlan(service(), hiring.chosen ?? '')?.variant ?? requested
  return { hiring, variant }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: id })
}

export default function CreditRating({ loaderData, actionData }: Route.ComponentProps) {
  const variants = service().variants ?? []
  const variant = variants.find((candidate) => candidate.id === loaderData.variant)
  if (!variant) throw new Error(`credit rating has no variant ${loaderData.variant}`)
  const support = supportMonths(variant.inclusions)
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary}>
        <Tabs
          label={copy.tabs}
          current={variant.id}
          items={variants.map((tab) => ({ id: tab.id, label: tab.label, href: urlOf(tab.id) }))}
        />
        <dl className="offer-facts num" aria-label={copy.figures.label}>
          <div>
            <dt>{copy.figures.price}</dt>
            <dd>
              <Money amount={variant.price} />
            </dd>
          </div>
          <div>
            <dt>{copy.figures.delivery}</dt>
            <dd>{service().promise.text}</dd>
          </div>
          {support !== undefined && (
            <div>
              <dt>{copy.figures.support}</dt>
              <dd>{copy.figures.months(support)}</dd>
            </div>
          )}
        </dl>
      </PageHeader>
      <HiringSection
        service={service()}
        variant={variant.id}
        state={loaderData.hiring}
        failure={actionData}
        href={urlOf(variant.id)}
        title={copy.hiring[variant.id]}
        lead={copy.hiringLead}
      >
        <Included service={service()} items={variant.inclusions} />
      </HiringSection>
      {variant.id === 'pf' ? <GuaranteedPoints /> : <CompanyNote />}
      <Section title={copy.process}>
        <div className="mt-9">
          <Process steps={processSteps(variant.process)} />
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

function GuaranteedPoints() {
  const claim = serviceClaims(id).find((candidate) => candidate.id === 'points')
  if (!claim) return null
  return (
    <Section band="night">
      <div className="pair">
        <div>
          <h2>{copy.points.title}</h2>
          <p className="night-claim">
            <b>{claim.value}</b> {claim.text}
          </p>
          <p className="lead mt-4">{copy.points.text}</p>
        </div>
        <PointsRise points={`+ ${claim.value}`} />
      </div>
    </Section>
  )
}

function CompanyNote() {
  return (
    <Section band="night">
      <div className="pair">
        <CompanyLinks />
        <div>
          <h2>{copy.company.title}</h2>
          <p className="lead mt-4">{copy.company.text}</p>
        </div>
      </div>
    </Section>
  )
}

function urlOf(variant: VariantId): string {
  return variant === 'pj' ? paths.service(id, { tipo: 'pj' }) : paths.service(id)
}

/** Returns the months in the catalogue's inclusions: 'Suporte por 6 meses'. Undefined if they are worded differently. */
function supportMonths(inclusions: readonly string[]): number | undefined {
  const months = inclusions.join().match(/Suporte por (\d+) meses/)?.[1]
  return months === undefined ? undefined : Number(months)
}

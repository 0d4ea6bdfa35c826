import { priceTag, serviceOf } from '../../../modules/catalogue/public.ts'
import { cleanNameCopy as copy } from '../../copy/clean-name.ts'
import { hire } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { HiringSection } from '../../ui/hiring/hiring-section.tsx'
import { hiringState } from '../../ui/hiring/hiring-state.server.ts'
import { PixBox } from '../../ui/hiring/pix-box.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { PlanHeadline } from '../../ui/plan-card.tsx'
import { RightsList } from '../../ui/rights-list.tsx'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/clean-name.ts'
import { WhatYouGet } from './clean-name/what-you-get.tsx'
import { Faq } from './parts/faq.tsx'
import { GoodToKnow } from './parts/good-to-know.tsx'

const id = 'clean-name'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    ...copy.meta,
    path: paths.service(id),
    questions: copy.questions.answers,
  })

export async function loader({ request, context }: Route.LoaderArgs) {
  return { hiring: await hiringState({ request, context, service: service() }) }
}

export function action({ request, context }: Route.ActionArgs) {
  return hire({ request, context, serviceId: id })
}

export default function CleanName({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary}>
        <Price />
        <LinkButton href="#planos">{copy.price.see}</LinkButton>
      </PageHeader>
      <WhatYouGet service={service()} />
      <HiringSection service={service()} state={loaderData.hiring} failure={actionData}>
        <PixBox company={company} />
      </HiringSection>
      <Section band="white" title={copy.process} lead={copy.processLead}>
        <div className="mt-9">
          <Process
            steps={service().process.map(({ name, description }) => ({ title: name, text: description }))}
          />
        </div>
      </Section>
      <Faq {...copy.questions} />
      <Section band="night" title={copy.rights} lead={copy.rightsLead}>
        <RightsList items={service().sections.find((section) => section.id === 'rights')?.items ?? []} />
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

/** The popular plan, and the price of a one-off payment. */
function Price() {
  const popular = service().plans.find((plan) => plan.popular)
  const tag = priceTag(service())
  return (
    <p className="head-price num">
      {popular && (
        <b>
          <PlanHeadline plan={popular} />
        </b>
      )}
      {tag && (
        <span>
          {copy.price.or} <Money amount={tag.amount} short /> {copy.price.cash}
        </span>
      )}
    </p>
  )
}

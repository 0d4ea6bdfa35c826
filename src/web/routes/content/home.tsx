import { noResultNoFee, serviceOf } from '../../../modules/catalogue/public.ts'
import { landingCopy as copy } from '../../copy/landing.ts'
import { whatsappLink } from '../../copy/whatsapp.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Horizon } from '../../ui/horizon.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { RightsList } from '../../ui/rights-list.tsx'
import { Section } from '../../ui/section.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/home.ts'
import { Closing } from './home/closing.tsx'
import { ExampleOrder } from './home/example-order.tsx'
import { Facts } from './home/facts.tsx'
import { Financing } from './home/financing.tsx'
import { LegalResources } from './home/legal-resources.tsx'
import { PriceList } from './home/price-list.tsx'
import { Questions } from './home/questions.tsx'
import { ScoreGrowth } from './home/score-growth.tsx'
import { Testimonials } from './home/testimonials.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.home(), questions: copy.questions.answers })

export default function Home() {
  const { phone } = useCompany()
  const cleanName = serviceOf('clean-name')
  const promise = noResultNoFee()
  return (
    <>
      <section className="hero">
        <div className="wrap hero-grid">
          <div>
            <p className="eyebrow">{copy.eyebrow}</p>
            <h1>{copy.title}</h1>
            <p className="lead">{copy.lead}</p>
            <div className="actions">
              <LinkButton href={paths.services()}>{copy.start}</LinkButton>
              <LinkButton href={whatsappLink(phone, 'specialist')} tone="quiet" newTab>
                {copy.specialist}
              </LinkButton>
            </div>
            <p className="note hero-honest">
              {promise && `${promise.value}. `}
              {copy.honest}
            </p>
          </div>
          {!cleanName.hidden && <ExampleOrder service={cleanName} />}
        </div>
        <Horizon />
      </section>
      <PriceList />
      <Facts />
      <ScoreGrowth />
      <Section band="night" title={copy.rights.title} lead={copy.rights.lead}>
        <RightsList items={cleanName.sections.find(({ id }) => id === 'rights')?.items ?? []} />
        {!cleanName.hidden && (
          <p className="after-note">
            <a className="link-action" href={paths.service(cleanName.id)}>
              {copy.rights.link}
            </a>
          </p>
        )}
      </Section>
      <LegalResources />
      <Financing />
      <Questions />
      <Testimonials />
      <Closing phone={phone} />
    </>
  )
}

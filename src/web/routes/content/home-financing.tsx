import { formatBRL } from '../../../core/money.ts'
import { serviceClaims, serviceOf } from '../../../modules/catalogue/public.ts'
import { homeFinancingCopy as copy } from '../../copy/home-financing.ts'
import { whatsappAbout } from '../../copy/whatsapp.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProcessTimeline } from '../../ui/process-timeline.tsx'
import { Section } from '../../ui/section.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/home-financing.ts'
import { Calculator } from './home-financing/calculator.tsx'
import { simulate } from './home-financing/simulation.ts'
import { GoodToKnow } from './parts/good-to-know.tsx'

const id = 'home-financing'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export function loader({ request }: Route.LoaderArgs) {
  return { simulation: simulate(new URL(request.url).searchParams) }
}

export default function HomeFinancing({ loaderData }: Route.ComponentProps) {
  const [saving] = serviceClaims(id)
  const systems = service().sections.find((section) => section.id === 'amortisation')
  const company = useCompany()
  const { priceFrom } = service()
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary}>
        <div className="actions">
          <LinkButton href={whatsappAbout(company.phone, service().title)} newTab>
            {copy.consultant}
          </LinkButton>
        </div>
        {priceFrom !== undefined && (
          <p className="note mt-5">
            {copy.priceLabel}: <b className="num">{nonBreaking(formatBRL(priceFrom))}</b>.{' '}
            {service().promise.text}.
          </p>
        )}
      </PageHeader>
      <Section band="white" tight>
        <h2>{copy.systems}</h2>
        <dl className="answers">
          {systems?.items.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {saving && (
          <p className="claim">
            <b className="num">{nonBreaking(saving.value)}</b> {saving.text}
          </p>
        )}
      </Section>
      <Section id="simulador" title={copy.calculator.title} lead={copy.calculator.lead}>
        <Calculator simulation={loaderData.simulation} href={paths.service(id)} />
      </Section>
      <Section band="night" title={copy.process}>
        <ProcessTimeline
          steps={service().process.map(({ name, description }) => ({ title: name, text: description }))}
        />
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} />
    </>
  )
}

import { data } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import { serviceClaims, serviceOf } from '../../../modules/catalogue/public.ts'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { vehicleCopy as copy } from '../../copy/vehicle-financing.ts'
import { whatsappAbout } from '../../copy/whatsapp.ts'
import { parseForm, refuseForm } from '../../forms/form.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { vehicleSchema } from '../../forms/vehicle.ts'
import { paths, searchOf } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/vehicle-financing.ts'
import { GoodToKnow } from './parts/good-to-know.tsx'
import { ProposalForm } from './vehicle-financing/proposal-form.tsx'

const id = 'vehicle-financing'
/** Returns the current version of the service on each call. */
const service = () => serviceOf(id)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.service(id) })

export function loader({ request }: Route.LoaderArgs) {
  return { sent: searchOf('service', request).has('enviado') }
}

export async function action({ context }: Route.ActionArgs) {
  const { config, proposals } = context.get(appContext)
  const form = context.get(formContext)
  const parsed = parseForm(vehicleSchema, form)
  if (!parsed.ok) return data({ errors: parsed.errors, values: parsed.values }, { status: 422 })

  const requested = await proposals.requestVehicleProposal({
    proposal: parsed.value,
    honeypot: textIn(form, 'website'),
    userId: context.get(viewerContext)?.id,
    ip: context.get(requestContext).ip,
  })
  if (!requested.ok) return data(refuseForm(form, { form: copy.tooMany }), { status: 429 })
  return redirectWithToast(cookiesFor(config.session), paths.service(id, { enviado: '1' }, 'proposta'), {
    tone: 'success',
    title: copy.sent.title,
  })
}

export default function VehicleFinancing({ loaderData, actionData }: Route.ComponentProps) {
  const company = useCompany()
  const { priceFrom } = service()
  return (
    <>
      <PageHeader eyebrow={service().title} title={copy.title} lead={service().summary}>
        <div className="actions">
          <LinkButton href="#proposta">{copy.form.title}</LinkButton>
          <LinkButton tone="quiet" href={whatsappAbout(company.phone, service().title)} newTab>
            Falar com um consultor
          </LinkButton>
        </div>
      </PageHeader>
      <Section band="white" tight>
        <h2 className="sr-only">{copy.numbers}</h2>
        <dl className="ledger num">
          {serviceClaims(id).map(({ value, text, ...claim }) => (
            <div key={claim.id}>
              <dt>{text}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="note mt-6">{copy.numbersNote}</p>
      </Section>
      <Section title={copy.how}>
        <div className="mt-9">
          <Process
            steps={service().process.map(({ name, description }) => ({ title: name, text: description }))}
          />
        </div>
      </Section>
      <Section band="sunk" id="proposta">
        <div className="split">
          <div>
            <h2>{copy.form.title}</h2>
            <p className="lead mt-4">{copy.form.lead}</p>
            {loaderData.sent ? (
              <div className="mt-9">
                <Callout tone="success" title={copy.sent.title}>
                  {copy.sent.text}
                </Callout>
              </div>
            ) : (
              <ProposalForm failure={actionData} href={paths.service(id)} />
            )}
          </div>
          <div className="split-aside">
            <aside className="card">
              <h3>{copy.included}</h3>
              <div className="mt-5">
                <Checklist items={service().inclusions} />
              </div>
              {priceFrom !== undefined && (
                <p className="included-deadline">
                  {copy.priceLabel}: <b className="num">{nonBreaking(formatBRL(priceFrom))}</b>
                  <br />
                  {copy.priceNote}
                </p>
              )}
            </aside>
          </div>
        </div>
      </Section>
      <GoodToKnow title={copy.know} items={service().goodToKnow} band="paper" />
    </>
  )
}

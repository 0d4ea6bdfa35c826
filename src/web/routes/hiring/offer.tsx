import { data, redirect } from 'react-router'
import { formatDateLong } from '../../../core/calendar.ts'
import { agreedPlan, howToPay, planCost, serviceOf } from '../../../modules/catalogue/public.ts'
import { costRows } from '../../../modules/contracting/public.ts'
import { appContext, formContext } from '../../context.ts'
import { customOfferCopy as copy } from '../../copy/custom-offer.ts'
import { hiringCopy } from '../../copy/shell.ts'
import { continueToContract } from '../../hiring.server.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { partyPrefill } from '../../ui/hiring/hiring-state.server.ts'
import { Included } from '../../ui/hiring/included.tsx'
import { PartyFields } from '../../ui/hiring/party-fields.tsx'
import { nonBreaking } from '../../ui/non-breaking.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { PlanHeadline } from '../../ui/plan-card.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/offer.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads a custom offer; a 404 for anybody but its customer. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { proposals } = context.get(appContext)
  const offer = await proposals.customOfferOf({ offerId: params.offerId, userId: viewer.id })
  if (!offer) {
    await recordMiss(context, 'offer', [params.offerId])
    throw data(null, { status: 404 })
  }
  return { offer, prefill: partyPrefill(viewer) }
}

/** Takes name, CPF and phone and redirects to the contract, or back here if the offer closed meanwhile. */
export async function action({ request, params, context }: Route.ActionArgs) {
  await requireViewer(context, request)
  const form = context.get(formContext)
  const chosen = { customOfferId: params.offerId }
  return continueToContract({
    request,
    context,
    form,
    chosen,
    async onUnavailable() {
      await recordMiss(context, 'offer', [params.offerId])
      return redirect(paths.customOffer(params.offerId))
    },
  })
}

export default function CustomOfferPage({
  loaderData: { offer, prefill },
  actionData,
}: Route.ComponentProps) {
  if (offer.currentStatus !== 'sent') return <Closed status={offer.currentStatus} />
  const { title, lines, serviceId, variant } = offer
  const service = serviceOf(serviceId)
  const until = formatDateLong(offer.validUntil)
  const { plan, plans } = agreedPlan(offer)
  const rows = costRows({ ...planCost({ plans }, plan), cadence: plan.cadence })
  const inclusions = service.variants?.find(({ id }) => id === variant)?.inclusions ?? service.inclusions
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={title} lead={copy.lead(until)} />
      <div className="wrap split pb-16">
        <div className="grid gap-8">
          <section className="card" aria-labelledby="preco">
            <h2 id="preco" className="row-title">
              {copy.price}
            </h2>
            <p className="display text-h2 num mt-2">
              <PlanHeadline plan={plan} first={copy.onAccepting} />
            </p>
            <p className="my-3">{nonBreaking(howToPay(plan, copy.firstDay))}</p>
            <DataList items={[...rows, { term: copy.validUntil, value: until }]} />
          </section>
          <section className="card" aria-labelledby="dados">
            <h2 id="dados" className="row-title mb-4">
              {copy.party}
            </h2>
            <form
              className="form"
              method="post"
              action={paths.customOffer(offer.id)}
              noValidate
              data-validate="hiring"
            >
              <PartyFields prefill={prefill} failure={actionData} />
              <p className="note">
                {hiringCopy.nothingNow} {hiringCopy.withdrawal}
              </p>
            </form>
          </section>
        </div>
        <div className="split-aside">
          <Included service={service} items={[...lines, ...inclusions]} />
        </div>
      </div>
    </>
  )
}

function Closed({ status }: { status: keyof typeof copy.closed }) {
  const { title, text } = copy.closed[status]
  const accepted = status === 'accepted'
  return (
    <PageHeader eyebrow={copy.eyebrow} title={title} lead={text}>
      <div className="actions">
        <LinkButton href={accepted ? paths.payments() : paths.services()}>
          {accepted ? copy.payments : copy.services}
        </LinkButton>
        {accepted ? (
          <LinkButton tone="quiet" href={paths.tracking()}>
            {copy.tracking}
          </LinkButton>
        ) : (
          <WhatsAppLink topic="help">{copy.help}</WhatsAppLink>
        )}
      </div>
    </PageHeader>
  )
}

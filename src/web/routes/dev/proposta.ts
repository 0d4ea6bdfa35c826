import { addDays, todayInSaoPaulo } from '../../../core/calendar.ts'
import { appContext } from '../../context.ts'
import type { Route } from './+types/proposta.ts'

/**
 * For tests and for trying it: sends a custom offer to the account of `email`, as the person of the team whose address
 * is `by`. Answers only with the simulator.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { config, database, identity, proposals, clock } = context.get(appContext)
  if (!config.demo) throw new Response(null, { status: 404 })
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const sent = await database.transaction(async (tx) =>
    proposals.sendCustomOffer(tx, {
      email: text('email'),
      by: (await identity.accountOf(tx, text('by')))?.userId ?? '',
      serviceId: text('serviceId'),
      title: text('title') || undefined,
      lines: form.getAll('lines').map(String),
      paymentType: text('paymentType'),
      priceText: text('priceText'),
      cashPriceText: text('cashPriceText') || undefined,
      validUntil: addDays(todayInSaoPaulo(clock.now()), 7),
    }),
  )
  return Response.json(sent, { status: sent.ok ? 201 : 422 })
}

import { addDays, todayInSaoPaulo } from '../../../core/calendar.ts'
import { appContext, formContext } from '../../context.ts'
import { textIn } from '../../forms/text-in.ts'
import type { Route } from './+types/custom-offer.ts'

/**
 * Sends a custom offer to the account of `email`, for tests and demonstrations; recorded in the audit log as an action of the
 * staff member whose e-mail is `by`.
 */
export async function action({ context }: Route.ActionArgs) {
  const { database, identity, backoffice, clock } = context.get(appContext)
  const form = context.get(formContext)
  const text = (name: string) => textIn(form, name)
  const sent = await backoffice.sendOffer({
    actor: (await identity.accountOf(database, text('by')))?.userId ?? '00000000-0000-0000-0000-000000000000',
    reason: 'demonstração',
    email: text('email'),
    serviceId: text('serviceId'),
    title: text('title') || undefined,
    lines: form.getAll('lines').map(String),
    paymentType: text('paymentType'),
    priceText: text('priceText'),
    cashPriceText: text('cashPriceText') || undefined,
    validUntil: addDays(todayInSaoPaulo(clock.now()), 7),
  })
  return Response.json(sent, { status: sent.ok ? 201 : 422 })
}

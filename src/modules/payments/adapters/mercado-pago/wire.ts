import { z } from 'zod'
import { documentKind } from '../../../../core/documento.ts'
import { fromReais, sum, toReais } from '../../../../core/money.ts'
import type { PaymentState } from '../../domain/payment-state.ts'
import type { ChargeRequest, Payer, PaymentReport } from '../../ports.ts'

const absent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional())
const instant = absent(z.iso.datetime({ offset: true }).transform((text) => new Date(text)))

/** Reais on the wire, parsed to centavos. */
const centavos = z.number().transform((reais, context) => {
  const amount = fromReais(reais)
  if (amount !== undefined) return amount
  context.addIssue('not a whole number of centavos')
  return z.NEVER
})

/** All documented statuses. An authorised card is not received money. */
const states: { readonly [status: string]: PaymentState | undefined } = {
  pending: 'pending',
  in_process: 'in_process',
  authorized: 'in_process',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  in_mediation: 'in_mediation',
  refunded: 'refunded',
  charged_back: 'charged_back',
}

/** Details that change the meaning of their status. */
const detailedStates: { readonly [detailedStatus: string]: PaymentState | undefined } = {
  'cancelled expired': 'expired',
  // The dispute was won: the seller has the money back.
  'charged_back reimbursed': 'approved',
}

function stateOf(status: string, detail: string | undefined): PaymentState | undefined {
  return detailedStates[`${status} ${detail}`] ?? states[status]
}

/** The fields of a payment that we read. */
export const paymentSchema = z
  .object({
    id: z.union([z.number().int(), z.string().min(1)]).transform(String),
    status: z.string().min(1),
    status_detail: absent(z.string()),
    transaction_amount: centavos,
    transaction_amount_refunded: absent(centavos),
    fee_details: absent(z.array(z.object({ amount: centavos, fee_payer: absent(z.string()) }))),
    currency_id: absent(z.string()),
    external_reference: absent(z.string()),
    payment_method_id: absent(z.string()),
    date_of_expiration: instant,
    date_approved: instant,
    date_last_updated: instant,
    point_of_interaction: absent(
      z.object({
        transaction_data: absent(z.object({ qr_code: absent(z.string()), ticket_url: absent(z.string()) })),
      }),
    ),
  })
  .transform(
    (payment): PaymentReport => ({
      providerId: payment.id,
      state: stateOf(payment.status, payment.status_detail),
      status: payment.status,
      detail: payment.status_detail,
      amount: payment.transaction_amount,
      refunded: payment.transaction_amount_refunded ?? 0,
      fee: sum(
        (payment.fee_details ?? [])
          .filter(({ fee_payer }) => fee_payer === 'collector')
          .map(({ amount }) => amount),
      ),
      currency: payment.currency_id ?? '',
      reference: payment.external_reference,
      method: payment.payment_method_id === 'pix' ? 'pix' : 'credit_card',
      code: payment.point_of_interaction?.transaction_data?.qr_code,
      ticketUrl: payment.point_of_interaction?.transaction_data?.ticket_url,
      expiresAt: payment.date_of_expiration,
      approvedAt: payment.date_approved,
      updatedAt: payment.date_last_updated,
    }),
  )

/** Skips unreadable payments, so that they do not hide the others; `count` includes them. */
export const searchSchema = z.object({ results: z.array(z.unknown()) }).transform(({ results }) => ({
  count: results.length,
  payments: results.flatMap((result) => {
    const payment = paymentSchema.safeParse(result)
    return payment.success ? [payment.data] : []
  }),
}))

export const preferenceSchema = z.object({ id: z.string().min(1), init_point: z.url() })

export const refundSchema = z.object({
  id: z.union([z.number().int(), z.string().min(1)]).transform(String),
  amount: centavos,
})

export function pixBody(request: ChargeRequest, notificationUrl: string) {
  return {
    transaction_amount: toReais(request.amount),
    payment_method_id: 'pix',
    description: request.description,
    external_reference: request.reference,
    notification_url: notificationUrl,
    date_of_expiration: wireDate(request.expiresAt),
    payer: payerBody(request.payer),
    metadata: {},
  }
}

export function preferenceBody(
  request: ChargeRequest & { maxInstalments: number },
  { notificationUrl, backUrl }: { notificationUrl: string; backUrl: string },
) {
  const { email, firstName, lastName } = request.payer
  return {
    items: [
      { title: request.description, quantity: 1, unit_price: toReais(request.amount), currency_id: 'BRL' },
    ],
    payer: {
      email,
      name: firstName,
      ...(lastName && { surname: lastName }),
      identification: payerBody(request.payer).identification,
    },
    back_urls: { success: backUrl, pending: backUrl, failure: backUrl },
    auto_return: 'approved',
    external_reference: request.reference,
    notification_url: notificationUrl,
    payment_methods: { installments: request.maxInstalments },
    expires: true,
    expiration_date_to: wireDate(request.expiresAt),
  }
}

/** ISO date with milliseconds and offset, which the provider requires: '2026-11-21T10:31:00.000-03:00'. */
export function wireDate(instant: Date): string {
  return new Date(instant.getTime() - 3 * 60 * 60_000).toISOString().replace('Z', '-03:00')
}

function payerBody({ email, firstName, lastName, document }: Payer) {
  return {
    email,
    first_name: firstName,
    ...(lastName && { last_name: lastName }),
    identification: { type: documentKind(document) === 'cnpj' ? 'CNPJ' : 'CPF', number: document },
  }
}

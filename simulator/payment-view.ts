import { providerDate } from './clock.ts'
import type { SimulatorContext } from './context.ts'
import { reais } from './money.ts'
import { isCarriedOut, type Payment, type Refund } from './payments.ts'
import { netOf, paidOf, refundedOf } from './refunds.ts'

/** One white pixel as a valid PNG; clients render the QR code from `qr_code`. */
export const onePixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

/** Returns a payment in the format of `GET /v1/payments/{id}`. It is of the test mode where the account's token is. */
export function paymentView(
  payment: Payment,
  { baseUrl, accessToken }: Pick<SimulatorContext, 'baseUrl' | 'accessToken'>,
) {
  const isPix = payment.method === 'pix'
  const methodId = isPix ? 'pix' : 'master'
  const typeId = isPix ? 'bank_transfer' : 'credit_card'
  const isApproved = payment.approvedAt !== null
  const paid = paidOf(payment)
  return {
    id: payment.id,
    date_created: providerDate(payment.createdAt),
    date_approved: orNull(payment.approvedAt),
    date_last_updated: providerDate(payment.updatedAt),
    date_of_expiration: orNull(payment.expiresAt),
    money_release_date: orNull(payment.approvedAt),
    operation_type: 'regular_payment',
    payment_method_id: methodId,
    payment_type_id: typeId,
    payment_method: { id: methodId, type: typeId },
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: 'BRL',
    description: payment.description,
    live_mode: !accessToken.startsWith('TEST-'),
    collector_id: sellerId,
    payer: { id: null, type: null, ...payment.payer },
    metadata: payment.metadata,
    external_reference: payment.externalReference,
    notification_url: payment.notificationUrl,
    transaction_amount: reais(paid),
    transaction_amount_refunded: reais(refundedOf(payment)),
    coupon_amount: 0,
    shipping_amount: 0,
    taxes_amount: 0,
    transaction_details: {
      total_paid_amount: isApproved ? reais(paid) : 0,
      net_received_amount: reais(netOf(payment)),
      installment_amount: reais(Math.round(paid / payment.installments)),
      overpaid_amount: 0,
      external_resource_url: null,
      financial_institution: null,
      payment_method_reference_id: null,
      payable_deferral_period: null,
      acquirer_reference: null,
    },
    installments: payment.installments,
    captured: true,
    binary_mode: false,
    processing_mode: 'aggregator',
    ...notUsedHere,
    fee_details: payment.fee ? [feeDetail(payment.fee)] : [],
    refunds: payment.refunds.map((refund) => refundView(refund, payment.id)),
    point_of_interaction: isPix
      ? {
          type: 'OPENPLATFORM',
          transaction_data: {
            qr_code: payment.qrCode,
            qr_code_base64: onePixelPng,
            ticket_url: `${baseUrl()}/payments/${payment.id}/ticket`,
          },
        }
      : { type: 'CHECKOUT' },
  }
}

/** The only seller of this provider. */
export const sellerId = 1

/** Fields of every response that the simulator leaves empty. */
const notUsedHere = {
  issuer_id: null,
  sponsor_id: null,
  authorization_code: null,
  integrator_id: null,
  platform_id: null,
  corporation_id: null,
  counter_currency: null,
  money_release_schema: null,
  pos_id: null,
  store_id: null,
  differential_pricing_id: null,
  deduction_schema: null,
  call_for_authorize_id: null,
  statement_descriptor: null,
  merchant_account_id: null,
  merchant_number: null,
  callback_url: null,
  additional_info: {},
  order: {},
  card: {},
  charges_details: [],
}

export const refundView = (refund: Refund, paymentId: number) => ({
  id: refund.id,
  payment_id: paymentId,
  amount: reais(refund.amount),
  metadata: {},
  source: { id: '1', name: 'Simulador', type: 'collector' },
  date_created: providerDate(refund.createdAt),
  unique_sequence_number: null,
  refund_mode: 'standard',
  adjustment_amount: 0,
  amount_refunded_to_payer: reais(isCarriedOut(refund) ? refund.amount : 0),
  status: refund.status ?? 'approved',
  reason: null,
})

const feeDetail = (fee: number) => ({ type: 'mercadopago_fee', amount: reais(fee), fee_payer: 'collector' })

const orNull = (iso: string | null) => (iso === null ? null : providerDate(iso))

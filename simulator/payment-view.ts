import { providerDate } from './clock.ts'
import { reais } from './money.ts'
import type { Payment, Refund } from './payments.ts'
import { netOf, paidOf, refundedOf } from './refunds.ts'

/** One white pixel as a valid PNG; clients render the QR code from `qr_code`. */
export const onePixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

/** A payment as `GET /v1/payments/{id}` returns it. */
export function paymentView(payment: Payment, baseUrl: string) {
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
    live_mode: false,
    collector_id: 1,
    payer: payment.payer,
    metadata: payment.metadata,
    external_reference: payment.externalReference,
    notification_url: payment.notificationUrl,
    transaction_amount: reais(paid),
    transaction_amount_refunded: reais(refundedOf(payment)),
    transaction_details: {
      total_paid_amount: isApproved ? reais(paid) : 0,
      net_received_amount: reais(netOf(payment)),
      installment_amount: reais(Math.round(paid / payment.installments)),
      overpaid_amount: 0,
    },
    installments: payment.installments,
    captured: true,
    fee_details: payment.fee ? [feeDetail(payment.fee)] : [],
    refunds: payment.refunds.map((refund) => refundView(refund, payment.id)),
    point_of_interaction: isPix
      ? {
          type: 'OPENPLATFORM',
          transaction_data: {
            qr_code: payment.qrCode,
            qr_code_base64: onePixelPng,
            ticket_url: `${baseUrl}/payments/${payment.id}/ticket`,
          },
        }
      : { type: 'CHECKOUT' },
  }
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
  status: 'approved',
  reason: null,
})

const feeDetail = (fee: number) => ({ type: 'mercadopago_fee', amount: reais(fee), fee_payer: 'collector' })

const orNull = (iso: string | null) => (iso === null ? null : providerDate(iso))

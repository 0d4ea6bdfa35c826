import { providerDate } from './clock.ts'
import { sign } from './signature.ts'
import type { Delivery } from './state.ts'

/** Builds the HTTP request of a notice, signed at `at`. */
export function buildNotice(delivery: Delivery, secret: string, at: Date) {
  const dataId = String(delivery.paymentId)
  const ts = String(at.getTime())
  const url = new URL(delivery.url)
  url.search = `${url.search === '' ? '?' : `${url.search}&`}data.id=${encodeURIComponent(dataId)}&type=payment`
  url.hash = ''
  const key = delivery.isForged ? (delivery.forgedWith ?? `not ${secret}`) : secret
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'MercadoPago Simulator',
      'x-request-id': delivery.requestId,
      'x-signature': `ts=${ts},v1=${sign({ secret: key, dataId, requestId: delivery.requestId, ts })}`,
    },
    body: JSON.stringify({
      action: delivery.action,
      api_version: 'v1',
      data: { id: dataId },
      date_created: providerDate(delivery.createdAt),
      id: String(delivery.noticeId),
      live_mode: false,
      type: 'payment',
      user_id: 1,
    }),
  }
}

import { bind } from '../../core/use-case.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import type { ConsultationsDeps } from './deps.ts'
import { followMoney } from './follow-money.ts'
import { payAgain } from './pay-again.ts'
import { byLink, keyOf } from './read-consultation.ts'
import { requestConsultation } from './request-consultation.ts'

export { type ConsultationMessageKind, consultationMessageKinds } from './message-kinds.ts'
export type { ConsultationRefusal } from './request-consultation.ts'

export type Consultations = ReturnType<typeof createConsultations>

/** One-off paid look-ups: requested with a declaration, paid immediately, tracked by a private link. */
export function createConsultations(deps: ConsultationsDeps) {
  const { bound, within } = bind(deps)
  return {
    requestConsultation: bound(requestConsultation),
    payAgain: bound(payAgain),
    keyOf: bound(keyOf),
    byLink: bound(byLink),
    listeners: [
      listenTo(paymentEvents, 'charge.settled', {
        name: 'consultations.begin',
        when: { purpose: { kind: 'consultation' } },
        handle: within(beginOnPayment),
      }),
      listenTo(paymentEvents, 'charge-money.changed', {
        name: 'consultations.follow-money',
        handle: within(followMoney),
      }),
    ],
  }
}

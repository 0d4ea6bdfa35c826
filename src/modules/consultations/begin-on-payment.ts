import type { Transaction } from '../../platform/database/database.ts'
import type { Listener } from '../../platform/events/events.ts'
import { consultationOf } from '../catalogue/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, promisedAt } from './domain/consultation.ts'
import { linkKey } from './link.server.ts'
import { consultationForTeam, consultationPaidMessage, consultationPaidTwice } from './messages.ts'
import { type ConsultationRow, lockConsultation, openSubject, updateConsultation } from './store.server.ts'

/** A settled charge starts the promised time of its look-up; buyer and team are written to. */
export function beginOnPayment(deps: ConsultationsDeps): Listener {
  const { cipher, secret, links } = deps
  return {
    name: 'consultations.begin',
    on: 'charge.settled',
    async handle({ purpose, chargeId }, tx) {
      const id = consultationIdOf(purpose)
      const row = id && (await lockConsultation(tx, id))
      if (!row || typeof chargeId !== 'string') return
      if (!consultationMachine.canMove(row.status, 'paid')) return giveBack(tx, { row, chargeId }, deps)
      const consultation = consultationOf(row.kind)
      const paidAt = deps.clock.now()
      const promised = promisedAt({ paidAt, minutes: consultation.promise.minutes })
      await updateConsultation(tx, row.id, {
        status: 'paid',
        paidAt,
        promisedAt: promised,
        // An earlier charge may have been paid after a later one was made.
        chargeId,
      })

      const { email } = openSubject(cipher, row)
      const link = links.lookup(linkKey(row.id, secret))
      const channel = 'email' as const
      if (email) {
        await deps.send(tx, {
          to: email,
          channel,
          kind: 'consultation.paid',
          ...consultationPaidMessage({ consultation, promisedAt: promised, link }),
          ...(row.userId ? { userId: row.userId } : {}),
        })
      }
      await deps.send(tx, {
        to: deps.teamEmail,
        channel,
        kind: 'consultation.for-team',
        ...consultationForTeam({ consultation, id: row.id, promisedAt: promised }),
      })
    },
  }
}

/** Paid a second time, by the page of a card or a code that was still open: the second payment goes back. */
async function giveBack(
  tx: Transaction,
  { row, chargeId }: { row: ConsultationRow; chargeId: string },
  deps: ConsultationsDeps,
): Promise<void> {
  if (row.chargeId === chargeId) return
  const refund = await deps.payments.refundCharge(tx, { chargeId, origin: 'automatic', reason: 'duplicate' })
  if (!refund.ok) return
  await deps.send(tx, {
    to: deps.teamEmail,
    channel: 'email',
    kind: 'consultation.paid-twice',
    ...consultationPaidTwice({ consultation: consultationOf(row.kind), id: row.id }),
  })
}

function consultationIdOf(purpose: unknown): string | undefined {
  if (typeof purpose !== 'object' || purpose === null) return undefined
  const { kind, id } = purpose as { kind?: unknown; id?: unknown }
  return kind === 'consultation' && typeof id === 'string' ? id : undefined
}

import { concealCpf } from '../../core/cpf.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Listener } from '../../platform/events/events.ts'
import { consultationOf } from '../catalogue/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import { consultationMachine, promisedAt } from './domain/consultation.ts'
import { idOfLink, linkKey } from './link.server.ts'
import { consultationForTeam, consultationPaidMessage, consultationPaidTwice } from './messages.ts'
import type { ConsultationView } from './public.ts'
import {
  type ConsultationRequest,
  type PaymentWay,
  payConsultationAgain,
  requestConsultation,
} from './request-consultation.ts'
import {
  type ConsultationRow,
  findConsultationRow,
  lockConsultation,
  openSubject,
  updateConsultation,
} from './store.server.ts'

export type {
  ConsultationRefusal,
  ConsultationRequest,
  PaymentWay,
  Requested,
} from './request-consultation.ts'

export type Consultations = ReturnType<typeof createConsultations>

/** One-off paid look-ups: ordered with a declaration, paid at once, followed by a private link. */
export function createConsultations(deps: ConsultationsDeps) {
  const { database, cipher, secret, publicUrl } = deps

  const beginOnPayment: Listener = {
    name: 'consultations.begin',
    on: 'charge.settled',
    async handle({ purpose, chargeId }, tx) {
      const id = consultationIdOf(purpose)
      const row = id && (await lockConsultation(tx, id))
      if (!row || typeof chargeId !== 'string') return
      if (!consultationMachine.canMove(row.status, 'paid')) return giveBack(tx, row, chargeId)
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
      const link = `${publicUrl}/consulta/${linkKey(row.id, secret)}`
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

  /** Paid a second time, by the page of a card or a code that was still open: the second payment goes back. */
  async function giveBack(tx: Transaction, row: ConsultationRow, chargeId: string): Promise<void> {
    if (row.chargeId === chargeId) return
    const refund = await deps.payments.requestRefund(tx, { chargeId, reason: 'duplicate' })
    if (!refund.ok) return
    await deps.send(tx, {
      to: deps.teamEmail,
      channel: 'email',
      kind: 'consultation.paid-twice',
      ...consultationPaidTwice({ consultation: consultationOf(row.kind), id: row.id }),
    })
  }

  return {
    requestConsultation: (request: ConsultationRequest) => requestConsultation(request, deps),
    payAgain: (which: { consultationId: string; method: PaymentWay }) => payConsultationAgain(which, deps),

    /** What follows `/consulta/` in the private address of a look-up: for who has shown that it is theirs. */
    keyOf: ({ consultationId }: { consultationId: string }) => linkKey(consultationId, secret),

    /** What a private link shows; undefined for a link that is not ours. */
    async byLink({ key }: { key: string }): Promise<ConsultationView | undefined> {
      const id = idOfLink(key, secret)
      const row = id && (await findConsultationRow(database, id))
      return row ? toView(row, openSubject(cipher, row).cpf) : undefined
    },

    listeners: [beginOnPayment],
  }
}

function consultationIdOf(purpose: unknown): string | undefined {
  if (typeof purpose !== 'object' || purpose === null) return undefined
  const { kind, id } = purpose as { kind?: unknown; id?: unknown }
  return kind === 'consultation' && typeof id === 'string' ? id : undefined
}

function toView(row: ConsultationRow, cpf: string): ConsultationView {
  const { id, kind, status, createdAt } = row
  return {
    id,
    kind,
    status,
    cpf: concealCpf(cpf),
    chargeId: row.chargeId ?? undefined,
    userId: row.userId ?? undefined,
    createdAt,
    paidAt: row.paidAt ?? undefined,
    promisedAt: row.promisedAt ?? undefined,
  }
}

import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Identity } from '../identity/index.server.ts'
import type { MoneyItem, Payments } from '../payments/index.server.ts'
import { type Match, type MatchCandidate, suggestMatches } from '../payments/public.ts'

type Credit = Extract<MoneyItem, { kind: 'credit' }>

/** An open instalment that a credit may be for. */
export interface InstalmentCandidate extends MatchCandidate {
  serviceTitle: string
  number: number
  kind: string
  /** Days since the due date; negative before it. */
  days: number
  due: Centavos
}

interface Deps {
  payments: Pick<Payments, 'findCandidates'>
  identity: Pick<Identity, 'findPeople' | 'namesOf'>
}

/** Limits the matches: more people than share one document or name. */
const maxPeople = 8

/** The open instalments that a credit may be for, the most likely first, each with its certainty and the reason. */
export async function creditMatches(
  { payments, identity }: Deps,
  { credit }: { credit: Credit },
): Promise<Match<InstalmentCandidate>[]> {
  const { payer, userId, amount, payment, since } = credit
  const [named, documented] = await Promise.all(
    [payer.name, payer.document].map((text) =>
      text && userId === null ? identity.findPeople({ text, limit: maxPeople }) : [],
    ),
  )
  const sameDocument = (documented ?? []).filter(({ document }) => document === payer.document)
  const perhaps = [...sameDocument, ...(named ?? [])].map(({ id }) => id)
  const userIds = userId === null ? [...new Set(perhaps)] : [userId]
  const receivedOn = todayInSaoPaulo(payment?.approvedAt ?? since)
  const open = await payments.findCandidates({ amount, receivedOn, userIds })
  const names = await identity.namesOf(open.map((instalment) => instalment.userId))
  const money = {
    amount,
    receivedOn,
    userId,
    payerName: payer.name,
    sameDocument: new Set(sameDocument.map(({ id }) => id)),
  }
  return suggestMatches(
    money,
    open.map(({ id, ...instalment }) => ({
      ...instalment,
      instalmentId: id,
      name: names.get(instalment.userId) ?? '',
    })),
  )
}

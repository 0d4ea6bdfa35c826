import { daysBetween, type IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { foldToAscii } from '../../../core/text.ts'

/** Money without an owner, with the data known about it. */
export interface FoundMoney {
  amount: Centavos
  /** The day it was received, in America/Sao_Paulo. */
  receivedOn: IsoDate
  /** Owner of its charge, if there is one. */
  userId: string | null
  /** Accounts whose document equals the payer's document at the provider. */
  sameDocument: ReadonlySet<string>
  /** Payer name reported by the provider. */
  payerName: string | undefined
}

/** An open instalment that the money may be for. */
export interface MatchCandidate {
  instalmentId: string
  userId: string
  /** Name of the instalment's customer. */
  name: string
  /** Amount due today, and the amount without late charges. */
  due: Centavos
  amount: Centavos
  dueDate: IsoDate
}

/** Why the money may be for an instalment. `days`: from its due date to the day the money arrived. */
export type MatchReason =
  | 'same_account'
  | 'same_document'
  | 'same_name'
  | 'similar_name'
  | 'same_amount'
  | { days: number }

export type Certainty = 'almost_certain' | 'possible'

export type Match<C extends MatchCandidate> = C & { certainty: Certainty; reasons: MatchReason[] }

/** Number of days around the due date within which an equal amount from a stranger is suggested. */
const nearDays = 7

/**
 * Returns the open instalments that money without an owner may be for, the likeliest first. Only an instalment that
 * matches both customer and amount is almost certain and, among equal ones of that customer, only the one due nearest;
 * even that is only a suggestion.
 */
export function suggestMatches<C extends MatchCandidate>(
  money: FoundMoney,
  candidates: readonly C[],
  limit = 6,
): Match<C>[] {
  const judged = candidates
    .map((candidate) => judge(money, candidate))
    .filter(({ person, isSameAmount, distance }) => person > 0 || (isSameAmount && distance <= nearDays))
    .toSorted((a, b) => b.score - a.score || a.distance - b.distance || compare(a.candidate, b.candidate))
  const best = judged[0]
  const isAlone = best && !judged.some((other) => isRival(best, other))
  return judged.slice(0, limit).map((one) => ({
    ...one.candidate,
    certainty: one === best && isAlone && isSure(one) ? 'almost_certain' : 'possible',
    reasons: one.reasons,
  }))
}

interface Judged<C extends MatchCandidate> {
  candidate: C
  /** 3 for the same account or document, 2 for the same name, 1 for a similar one. */
  person: number
  isSameAmount: boolean
  distance: number
  score: number
  reasons: MatchReason[]
}

const isSure = ({ person, isSameAmount }: Judged<MatchCandidate>) => person >= 2 && isSameAmount

/** Whether another customer is as likely. */
const isRival = (best: Judged<MatchCandidate>, other: Judged<MatchCandidate>) =>
  other.candidate.userId !== best.candidate.userId && other.person >= best.person && isSure(other)

function judge<C extends MatchCandidate>(money: FoundMoney, candidate: C): Judged<C> {
  const days = daysBetween(candidate.dueDate, money.receivedOn)
  const [person, personReason] = personOf(money, candidate)
  const isSameAmount = money.amount === candidate.due || money.amount === candidate.amount
  const distance = Math.abs(days)
  const nearness = distance <= 1 ? 1 : distance <= nearDays ? 0.5 : 0
  return {
    candidate,
    person,
    isSameAmount,
    distance,
    score: person * 2 + (isSameAmount ? 3 : 0) + nearness,
    reasons: [
      ...(personReason ? [personReason] : []),
      ...(isSameAmount ? (['same_amount'] as const) : []),
      { days },
    ],
  }
}

function personOf(money: FoundMoney, { userId, name }: MatchCandidate): [number, MatchReason | undefined] {
  if (money.userId === userId) return [3, 'same_account']
  // When the owner is known, other customers are excluded: the owner's money pays no stranger's instalment.
  if (money.userId !== null) return [0, undefined]
  if (money.sameDocument.has(userId)) return [3, 'same_document']
  const [stated, own] = [wordsIn(money.payerName ?? ''), wordsIn(name)]
  if (stated.length < 2 || own.length < 2) return [0, undefined]
  if (stated.join(' ') === own.join(' ')) return [2, 'same_name']
  const areEndsEqual = stated[0] === own[0] && stated.at(-1) === own.at(-1)
  return areEndsEqual ? [1, 'similar_name'] : [0, undefined]
}

/** 'MARIA da Silva' → maria, silva. */
function wordsIn(name: string): string[] {
  const words = foldToAscii(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.filter((word) => word.length > 0 && !particles.has(word))
}

const particles: ReadonlySet<string> = new Set(['da', 'de', 'do', 'das', 'dos', 'e'])

function compare(a: MatchCandidate, b: MatchCandidate): number {
  return a.instalmentId < b.instalmentId ? -1 : 1
}

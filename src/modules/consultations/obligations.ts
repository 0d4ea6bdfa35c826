import { and, asc, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../../core/ids.ts'
import type { Obligation, ObligationPosition, ObligationSource } from '../../core/obligation.ts'
import { concealName } from '../../core/person-name.ts'
import { countUpTo, isAfter } from '../../platform/database/obligation-source.ts'
import type { Cipher } from '../../platform/storage/cipher.ts'
import type { ConsultationsDeps } from './deps.ts'
import { promisedAtOfRefund, refundDueAt } from './domain/late.ts'
import { soldLookup } from './sold-lookup.ts'
import { type ConsultationRow, openSubject } from './store.server.ts'
import { consultations } from './tables.server.ts'

export type LookupObligation = 'lookup.deliver' | 'lookup.refund'

type Deps = Pick<ConsultationsDeps, 'database' | 'clock' | 'cipher'>

/** The team's obligations for look-ups: paid ones to deliver, and late ones whose refund has to be decided. */
export function lookupObligations(deps: Deps): readonly ObligationSource<LookupObligation>[] {
  const toDeliver = and(sql`${consultations.status} = 'paid'`, isNull(consultations.refundRequestedAt))
  return [
    sourceOf(deps, {
      kind: 'lookup.deliver',
      isOpen: () => toDeliver,
      dueAt: (promisedAt) => promisedAt,
      promisedAt: (dueAt) => dueAt,
      since: ({ paidAt, createdAt }) => paidAt ?? createdAt,
      amount: () => null,
    }),
    sourceOf(deps, {
      kind: 'lookup.refund',
      isOpen: () =>
        and(
          toDeliver,
          isNull(consultations.refundDeclinedAt),
          lte(consultations.promisedAt, deps.clock.now()),
        ),
      dueAt: refundDueAt,
      promisedAt: promisedAtOfRefund,
      since: ({ promisedAt, createdAt }) => promisedAt ?? createdAt,
      amount: (row) => soldLookup(row).price,
    }),
  ]
}

interface Duty<Kind extends LookupObligation> {
  kind: Kind
  /** The same condition as in the partial index of the obligation. */
  isOpen(): SQL | undefined
  dueAt(promisedAt: Date): Date
  promisedAt(dueAt: Date): Date
  since(row: ConsultationRow): Date
  amount(row: ConsultationRow): number | null
}

function sourceOf<Kind extends LookupObligation>(
  { database, cipher }: Deps,
  duty: Duty<Kind>,
): ObligationSource<Kind> {
  const toObligation = (row: ConsultationRow): Obligation<Kind> => ({
    kind: duty.kind,
    id: row.id,
    dueAt: duty.dueAt(promiseOf(row)),
    since: duty.since(row),
    userId: row.userId,
    orderId: null,
    amount: duty.amount(row),
    about: aboutOf(row, cipher),
  })
  return {
    kind: duty.kind,
    async open({ after, limit }) {
      const position = after && { dueAt: duty.promisedAt(after.dueAt), id: after.id }
      const rows = await database
        .select()
        .from(consultations)
        .where(and(duty.isOpen(), position && afterPosition(position)))
        .orderBy(asc(consultations.promisedAt), asc(consultations.id))
        .limit(limit)
      return rows.map(toObligation)
    },
    async among({ ids }) {
      const known = ids.filter(isUuid)
      if (known.length === 0) return []
      const rows = await database
        .select()
        .from(consultations)
        .where(and(inArray(consultations.id, known), duty.isOpen()))
      return rows.map(toObligation)
    },
    count: ({ limit }) => countUpTo(database, consultations, duty.isOpen(), limit),
  }
}

function afterPosition({ dueAt, id }: ObligationPosition): SQL {
  const from = sql`${dueAt.toISOString()}::timestamptz`
  return isAfter(consultations.promisedAt, from, { id: consultations.id, after: id })
}

/** The look-up as sold; for a guest, whose name the queue does not have, with the masked name. */
function aboutOf(row: ConsultationRow, cipher: Cipher): string {
  const { title } = soldLookup(row)
  return row.userId === null ? `${title}, ${concealName(openSubject(cipher, row).name)}` : title
}

/** A paid look-up has its promised time since the payment. */
function promiseOf({ id, promisedAt }: ConsultationRow): Date {
  if (!promisedAt) throw new Error(`look-up ${id} was paid without a promise`)
  return promisedAt
}

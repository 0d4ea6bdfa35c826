import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { AboutSource, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Identity } from '../identity/index.server.ts'
import { type ObligationKind, obligationRights } from './obligation-kinds.ts'
import { auditLog, customerNotes, obligationStates } from './tables.server.ts'

/** What the team notes about a customer. The log of the team has ids alone, and stays. */
export const notesPersonal: PersonalSource = rowsSource({
  kind: 'note',
  table: customerNotes,
  ...{ id: customerNotes.id, at: customerNotes.at },
  where: ({ userId }) => (userId ? eq(customerNotes.userId, userId) : undefined),
  fields: { note: customerNotes.text, createdAt: customerNotes.at },
  erase: 'delete',
})

/** Why the team put off what it had to do for somebody: a note, by the id of what it was to be done for. */
export const snoozesPersonal: AboutSource = {
  kind: 'note',
  async read(executor, ids) {
    if (ids.length === 0) return []
    const rows = await executor
      .select({
        id: obligationStates.subjectId,
        note: obligationStates.snoozeReason,
        createdAt: obligationStates.updatedAt,
      })
      .from(obligationStates)
      .where(and(isAbout(ids), isNotNull(obligationStates.snoozeReason)))
    return rows.map(({ id, ...fields }) => ({ id, fields }))
  },
  async erase(tx, ids) {
    if (ids.length > 0) await tx.update(obligationStates).set({ snoozeReason: null }).where(isAbout(ids))
  },
}

/** Its key begins with the kind. */
function isAbout(ids: readonly string[]) {
  const kinds = Object.keys(obligationRights) as ObligationKind[]
  return and(inArray(obligationStates.kind, kinds), inArray(obligationStates.subjectId, [...ids]))
}

/** The actions with which a member of the team sees what is masked or sealed. */
const accessActions = [
  'customer.reveal',
  'document.open',
  'lookup.open',
  'order.evidence',
  'dispute.pack',
  'contract.open',
] as const
type AccessAction = (typeof accessActions)[number]

/** One access of a member of the team to a person's data. */
interface TeamAccess {
  at: Date
  action: AccessAction
  /** The current role of that member. */
  role: string
}

const maxAccesses = 200

/** Accesses of the team to these ids, newest first: from the hash-chained audit log. */
export async function accessesTo(
  { database, identity }: { database: Database; identity: Pick<Identity, 'teamAccounts'> },
  { ids }: { ids: readonly string[] },
): Promise<TeamAccess[]> {
  if (ids.length === 0) return []
  const rows = await database
    .select({ at: auditLog.at, action: auditLog.action, actorId: auditLog.actorId })
    .from(auditLog)
    .where(and(inArray(auditLog.subject, [...ids]), inArray(auditLog.action, [...accessActions])))
    .orderBy(desc(auditLog.position))
    .limit(maxAccesses)
  const team = rows.length > 0 ? await identity.teamAccounts(database) : []
  const roles = new Map<string, string>(team.map(({ id, role }) => [id, role]))
  return rows.map(({ at, action, actorId }) => ({
    at,
    action: action as AccessAction,
    role: roles.get(actorId) ?? '',
  }))
}

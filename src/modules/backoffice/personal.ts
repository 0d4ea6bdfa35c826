import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Identity } from '../identity/index.server.ts'
import { auditLog, customerNotes } from './tables.server.ts'

/** What the team notes about a customer. The log of the team has ids alone, and stays. */
export const notesPersonal: PersonalSource = rowsSource({
  kind: 'note',
  table: customerNotes,
  ...{ id: customerNotes.id, at: customerNotes.at },
  where: ({ userId }) => (userId ? eq(customerNotes.userId, userId) : undefined),
  fields: { note: customerNotes.text, createdAt: customerNotes.at },
  erase: 'delete',
})

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

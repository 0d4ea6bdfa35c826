import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { chunksOf } from '../../core/chunks.ts'
import { keysOf } from '../../core/records.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AboutSource, PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import type { Identity } from '../identity/index.server.ts'
import { obligationRights } from './obligation-kinds.ts'
import { auditLog, customerNotes, obligationStates } from './tables.server.ts'

/** The team's notes about a customer. The audit log contains only ids, and is kept. */
export const notesPersonal: PersonalSource = rowsSource({
  kind: 'note',
  table: customerNotes,
  id: customerNotes.id,
  where: ({ userId }) => (userId ? eq(customerNotes.userId, userId) : undefined),
  fields: { note: customerNotes.text, createdAt: customerNotes.at },
  erase: 'delete',
})

/** The team's reasons for snoozing an obligation to a person: a note, by the id of the obligation's subject. */
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

/** The key starts with the kind. */
function isAbout(ids: readonly string[]) {
  const kinds = keysOf(obligationRights)
  return and(inArray(obligationStates.kind, kinds), inArray(obligationStates.subjectId, [...ids]))
}

/** The actions that show a team member masked or sealed data. */
const accessActions = [
  'customer.reveal',
  'document.open',
  'lookup.open',
  'order.evidence',
  'dispute.pack',
  'contract.open',
] as const
type AccessAction = (typeof accessActions)[number]

/** One access of a team member to a person's data. */
interface TeamAccess {
  at: Date
  action: AccessAction
  /** The current role of that member. */
  role: string
}

const maxAccesses = 200
const idsAtOnce = 2_000

/** The newest accesses of the team to these ids, newest first, from the hash-chained audit log. */
export async function accessesTo(
  { database, identity }: { database: Database; identity: Pick<Identity, 'teamAccounts'> },
  { ids }: { ids: readonly string[] },
): Promise<TeamAccess[]> {
  let rows: Awaited<ReturnType<typeof newestAccesses>> = []
  for (const some of chunksOf(ids, idsAtOnce)) {
    const found = [...rows, ...(await newestAccesses(database, some))]
    rows = found.sort((a, b) => b.position - a.position).slice(0, maxAccesses)
  }
  const team = rows.length > 0 ? await identity.teamAccounts(database) : []
  const roles = new Map<string, string>(team.map(({ id, role }) => [id, role]))
  return rows.map(({ at, action, actorId }) => ({
    at,
    action: action as AccessAction,
    role: roles.get(actorId) ?? '',
  }))
}

function newestAccesses(database: Database, ids: readonly string[]) {
  const { position, at, action, actorId, subject } = auditLog
  return database
    .select({ position, at, action, actorId })
    .from(auditLog)
    .where(and(inArray(subject, [...ids]), inArray(action, [...accessActions])))
    .orderBy(desc(position))
    .limit(maxAccesses)
}

import { and, eq, gt, lt } from 'drizzle-orm'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { PRESENCE_ENDS, viewersOf } from './domain/presence.ts'
import { deskPresence } from './tables.server.ts'

interface Deps {
  database: Database
  clock: Clock
  identity: Pick<Identity, 'namesOf'>
}

/** Team members who have an order open, by order. */
export type Viewers = Readonly<Record<string, readonly { id: string; name: string }[]>>

/** Records that a tab opened an order, or still has it open. */
export async function openTab(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { tab, memberId, orderId }: { tab: string; memberId: string; orderId: string },
): Promise<void> {
  const seenAt = clock.now()
  await database.delete(deskPresence).where(lt(deskPresence.seenAt, lastBeat(seenAt)))
  await database
    .insert(deskPresence)
    .values({ tab, memberId, orderId, seenAt })
    // A tab belongs to its member: others cannot move or renew it.
    .onConflictDoUpdate({
      target: deskPresence.tab,
      set: { orderId, seenAt },
      setWhere: eq(deskPresence.memberId, memberId),
    })
}

/** Records that a tab was closed, or shows something else. */
export async function closeTab(
  { database }: Pick<Deps, 'database'>,
  { tab, memberId }: { tab: string; memberId: string },
): Promise<void> {
  await database
    .delete(deskPresence)
    .where(and(eq(deskPresence.tab, tab), eq(deskPresence.memberId, memberId)))
}

export async function readViewers({ database, clock, identity }: Deps): Promise<Viewers> {
  const tabs = await database
    .select({ memberId: deskPresence.memberId, orderId: deskPresence.orderId })
    .from(deskPresence)
    .where(gt(deskPresence.seenAt, lastBeat(clock.now())))
  if (tabs.length === 0) return {}
  const names = await identity.namesOf([...new Set(tabs.map(({ memberId }) => memberId))])
  return Object.fromEntries(
    Object.entries(viewersOf(tabs)).map(([orderId, ids]) => [
      orderId,
      ids.map((id) => ({ id, name: names.get(id) ?? '' })),
    ]),
  )
}

function lastBeat(now: Date): Date {
  return new Date(now.getTime() - PRESENCE_ENDS * 1_000)
}

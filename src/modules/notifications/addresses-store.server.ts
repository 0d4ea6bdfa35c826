import { and, eq, gt, sql } from 'drizzle-orm'
import { normalizeEmail } from '../../core/email.ts'
import type { Executor } from '../../platform/database/database.ts'
import { unreachableForMs } from './domain/failure.ts'
import type { ChannelName } from './domain/message.ts'
import { windowMs } from './domain/window.ts'
import { channelAddresses } from './tables.server.ts'

export interface ChannelAddress {
  channel: ChannelName
  address: string
}

/** The stored state of an address; undefined when there is none. */
export async function selectAddress(executor: Executor, { channel, address }: ChannelAddress) {
  const [row] = await executor
    .select()
    .from(channelAddresses)
    .where(
      and(
        eq(channelAddresses.channel, channel),
        eq(channelAddresses.address, normalizedAddress(channel, address)),
      ),
    )
  return row
}

/**
 * Records that the owner wrote from the address: WhatsApp may be answered with free text, and the address counts as
 * reachable.
 */
export async function recordInbound(
  executor: Executor,
  { channel, address, at }: ChannelAddress & { at: Date },
): Promise<void> {
  await executor
    .insert(channelAddresses)
    .values({ channel, address: normalizedAddress(channel, address), lastInboundAt: at })
    .onConflictDoUpdate({
      target: [channelAddresses.channel, channelAddresses.address],
      set: {
        lastInboundAt: sql`greatest(${channelAddresses.lastInboundAt}, excluded.heard_at)`,
        unreachableAt: null,
        code: null,
      },
    })
}

/** Records that the 24-hour window is closed, whatever our data say. */
export async function closeWindow(executor: Executor, { channel, address }: ChannelAddress): Promise<void> {
  await executor
    .update(channelAddresses)
    .set({ lastInboundAt: null })
    .where(
      and(
        eq(channelAddresses.channel, channel),
        eq(channelAddresses.address, normalizedAddress(channel, address)),
      ),
    )
}

export async function markUnreachable(
  executor: Executor,
  { channel, address, code, at }: ChannelAddress & { code: string; at: Date },
): Promise<void> {
  await executor
    .insert(channelAddresses)
    .values({ channel, address: normalizedAddress(channel, address), unreachableAt: at, code })
    .onConflictDoUpdate({
      target: [channelAddresses.channel, channelAddresses.address],
      set: { unreachableAt: at, code },
    })
}

/** Marks an address as reachable, because a team member asked for another attempt. */
export async function markReachable(executor: Executor, { channel, address }: ChannelAddress): Promise<void> {
  await executor
    .update(channelAddresses)
    .set({ unreachableAt: null, code: null })
    .where(
      and(
        eq(channelAddresses.channel, channel),
        eq(channelAddresses.address, normalizedAddress(channel, address)),
      ),
    )
}

/** Whether messages to an address failed recently. */
export async function isUnreachable(
  executor: Executor,
  { channel, address, now }: ChannelAddress & { now: Date },
): Promise<boolean> {
  const since = new Date(now.getTime() - unreachableForMs)
  const rows = await executor
    .select({ code: channelAddresses.code })
    .from(channelAddresses)
    .where(
      and(
        eq(channelAddresses.channel, channel),
        eq(channelAddresses.address, normalizedAddress(channel, address)),
        gt(channelAddresses.unreachableAt, since),
      ),
    )
  return rows.length > 0
}

/** Deletes the data about addresses that no longer affect any decision. */
export async function deleteOldAddresses(executor: Executor, now: Date): Promise<void> {
  const before = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`
  await executor
    .delete(channelAddresses)
    .where(
      and(
        sql`coalesce(${channelAddresses.lastInboundAt}, '-infinity') < ${before(windowMs)}`,
        sql`coalesce(${channelAddresses.unreachableAt}, '-infinity') < ${before(unreachableForMs)}`,
      ),
    )
}

function normalizedAddress(channel: ChannelName, address: string): string {
  return channel === 'email' ? normalizeEmail(address) : address
}

import { networksOf } from '../../core/networks.ts'
import type { Executor } from '../database/database.ts'
import { type Allowance, allow, type Limit } from './rate-limit.ts'

/** Visitor whose attempt is counted: the account of a signed-in user, else the network. */
export interface Visitor {
  userId: string | undefined
  ip: string
}

/**
 * Counts a visitor's attempt. A signed-in user is counted by account, so that others on the same network cannot use up the limit;
 * a guest by network: an IPv4 address, an IPv6 /64 and /48.
 *
 * @param name what is limited; part of the stored keys
 */
export async function allowVisitor(
  executor: Executor,
  { name, visitor, now, ...limit }: Limit & { name: string; visitor: Visitor; now: Date },
): Promise<Allowance> {
  const { userId, ip } = visitor
  const places = userId === undefined ? networksOf(ip) : [{ name: `user:${userId}`, factor: 1 }]
  for (const place of places) {
    const key = `${name}:${place.name}`
    const counted = await allow(executor, { ...limit, key, limit: limit.limit * place.factor, now })
    if (!counted.allowed) return counted
  }
  return { allowed: true }
}

import { and, asc, eq, isNull, notInArray } from 'drizzle-orm'
import type { NotificationsDeps } from './deps.ts'
import { messages } from './tables.server.ts'

/** Messages to customers that failed on every channel and need a decision by the team, oldest first. */
export function failedMessages(
  { database, manners }: Pick<NotificationsDeps, 'database' | 'manners'>,
  { limit }: { limit: number },
): Promise<{ id: string; kind: string }[]> {
  const toTeam = Object.keys(manners).filter((kind) => manners[kind]?.topic === 'team')
  return database
    .select({ id: messages.id, kind: messages.kind })
    .from(messages)
    .where(and(eq(messages.status, 'failed'), isNull(messages.givenUpAt), notInArray(messages.kind, toTeam)))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(limit)
}

import { inArray } from 'drizzle-orm'
import type { Deps } from './deps.ts'
import { profiles } from './tables.server.ts'

/** The names of users, by id. Only for the team. */
export async function namesOf(
  { database }: Pick<Deps, 'database'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(userIds)]
  if (wanted.length === 0) return new Map()
  const rows = await database
    .select({ userId: profiles.userId, name: profiles.nome })
    .from(profiles)
    .where(inArray(profiles.userId, wanted))
  return new Map(rows.map(({ userId, name }) => [userId, name]))
}

import type { ScreenArgs } from './screen.server.ts'

/** Returns the names of those who acted at the desk, by id, also of those who left the team; the e-mail of a member without a name. */
export async function memberNames(
  { identity, team }: Pick<ScreenArgs['app'], 'identity' | 'team'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [named, members] = await Promise.all([identity.namesOf(ids), team.members()])
  return new Map([...named, ...members.map(({ id, name, email }) => [id, name || email] as const)])
}

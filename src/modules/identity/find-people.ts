import { asc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { type PeopleSearch, readPeopleSearch } from './domain/people-search.ts'
import type { Role } from './domain/person.ts'
import { nameWords, profiles, users } from './tables.server.ts'

/** A customer as the team finds one. The team's screens mask what identifies them. */
export interface PersonFound {
  id: string
  email: string
  name: string
  /** CPF, CNPJ or empty. */
  document: string
  /** E.164 or empty. */
  phone: string
}

/** Accounts by name, document, telephone or e-mail, as one types; in each way by the beginning. Only for the team. */
export async function findPeople(
  { database }: { database: Database },
  { text, limit }: { text: string; limit: number },
): Promise<PersonFound[]> {
  const search = readPeopleSearch(text)
  return search ? selectPeople(database, search, limit) : []
}

/** One account, whoever it is. Only for the team. */
export async function personOf(
  { database }: { database: Database },
  { userId }: { userId: string },
): Promise<(PersonFound & { role: Role; createdAt: Date }) | undefined> {
  const [found] = await database
    .select({ ...picked, role: users.role, createdAt: users.createdAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  return found
}

const picked = {
  id: users.id,
  email: users.email,
  name: sql<string>`coalesce(${profiles.nome}, '')`,
  document: sql<string>`coalesce(${profiles.documento}, '')`,
  phone: sql<string>`coalesce(${profiles.telefone}, '')`,
}

export function selectPeople(
  database: Pick<Database, 'select'>,
  search: PeopleSearch,
  limit: number,
): Promise<PersonFound[]> {
  if (search.email !== undefined) {
    return database
      .select(picked)
      .from(users)
      .leftJoin(profiles, eq(profiles.userId, users.id))
      .where(like(users.email, `${escaped(search.email)}%`))
      .orderBy(asc(users.email))
      .limit(limit)
  }
  return database
    .select(picked)
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(or(...waysOf(search)))
    .limit(limit)
}

function waysOf({ document, phone, words }: PeopleSearch): SQL[] {
  return [
    ...(document ? [like(profiles.documento, `${document}%`)] : []),
    ...(phone ? [like(profiles.telefone, `+55${phone}%`)] : []),
    ...(words ? [sql`${nameWords(profiles.nome)} @@ to_tsquery('simple', ${tsQuery(words)})`] : []),
  ]
}

/** 'joa:* & per:*'. The words have only letters and digits. */
function tsQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ')
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

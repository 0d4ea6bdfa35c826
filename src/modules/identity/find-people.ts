import { asc, eq, inArray, like, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import type { Documentos, StoredDocumento } from './documentos.server.ts'
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

/** Accounts by name, telephone or e-mail, each by its beginning, and by a whole CPF or CNPJ. Only for the team. */
export async function findPeople(
  deps: Pick<Deps, 'database' | 'documentos'>,
  { text, limit }: { text: string; limit: number },
): Promise<PersonFound[]> {
  const search = readPeopleSearch(text)
  return search ? selectPeople(deps, search, limit) : []
}

/** Any account by its id. Only for the team. */
export async function personOf(
  { database, documentos }: Pick<Deps, 'database' | 'documentos'>,
  { userId }: { userId: string },
): Promise<(PersonFound & { role: Role; createdAt: Date }) | undefined> {
  const [found] = await database
    .select({ ...picked, role: users.role, createdAt: users.createdAt })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, userId))
  return found && { ...asFound(found, documentos), role: found.role, createdAt: found.createdAt }
}

const picked = {
  id: users.id,
  email: users.email,
  name: sql<string>`coalesce(${profiles.nome}, '')`,
  documento: sql<string>`coalesce(${profiles.documento}, '')`,
  documentoSealed: profiles.documentoSealed,
  phone: sql<string>`coalesce(${profiles.telefone}, '')`,
}

function asFound(
  { id, email, name, phone, ...columns }: Omit<PersonFound, 'document'> & StoredDocumento,
  documentos: Documentos,
): PersonFound {
  return { id, email, name, document: documentos.inProfile(id, columns), phone }
}

/**
 * The accounts that begin so in one way or another. Each way ends at the limit before the people are read: joined at once, the
 * planner may read everybody.
 */
async function selectPeople(
  deps: Pick<Deps, 'database' | 'documentos'>,
  search: PeopleSearch,
  limit: number,
): Promise<PersonFound[]> {
  const { database, documentos } = deps
  const ways = await Promise.all(waysToFind(deps, search, limit))
  const ids = [...new Set(ways.flat().map(({ id }) => id))].slice(0, limit)
  if (ids.length === 0) return []
  const people = await database
    .select(picked)
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(inArray(users.id, ids))
    .orderBy(asc(users.email))
  return people.map((person) => asFound(person, documentos))
}

/** A query for each way to look, each a range of its own index. */
export function waysToFind(
  { database, documentos }: { database: Pick<Database, 'select'>; documentos: Documentos },
  { email, document, phone, words }: PeopleSearch,
  limit: number,
) {
  const inProfiles = (condition: SQL) =>
    database.select({ id: profiles.userId }).from(profiles).where(condition).limit(limit)
  const byAddress = (text: string) =>
    database
      .select({ id: users.id })
      .from(users)
      .where(like(users.email, `${escaped(text)}%`))
      .orderBy(asc(users.email))
      .limit(limit)
  return [
    ...(document ? documentos.whoseIs(document).map(inProfiles) : []),
    ...(phone ? [inProfiles(like(profiles.telefone, `+55${phone}%`))] : []),
    ...(words
      ? [
          // On its own: with the limit in sight the planner may read everybody for a word that it takes for a common one.
          inProfiles(sql`${profiles.userId} = any(array(
            with named as materialized (select ${profiles.userId} as id from ${profiles}
              where ${nameWords(profiles.nome)} @@ to_tsquery('simple', ${tsQuery(words)}))
            select id from named limit ${limit}))`),
        ]
      : []),
    ...(email ? [byAddress(email)] : []),
  ]
}

/** 'joa:* & per:*'. The words have only letters and digits. */
function tsQuery(words: readonly string[]): string {
  return words.map((word) => `${word}:*`).join(' & ')
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

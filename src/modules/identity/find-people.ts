import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AREA_CODES } from '../../core/phone.ts'
import type { Role } from '../../core/roles.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import type { Documentos, StoredDocumento } from './documentos.server.ts'
import { type PeopleSearch, readPeopleSearch } from './domain/people-search.ts'
import { nameWords, profiles, users } from './tables.server.ts'

/** A customer found by the team. The team's screens mask the identifying data. */
export interface PersonFound {
  id: string
  email: string
  name: string
  /** CPF, CNPJ or empty. */
  document: string
  /** E.164 or empty. */
  phone: string
}

/** Finds accounts by the prefix of a name, and by a complete e-mail, telephone, CPF or CNPJ. Only for the team. */
export async function findPeople(
  deps: Pick<Deps, 'database' | 'documentos'>,
  { text, limit }: { text: string; limit: number },
): Promise<PersonFound[]> {
  const search = readPeopleSearch(text)
  return search ? selectPeople(deps, search, limit) : []
}

/** Returns any account by its id. Only for the team. */
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
 * The accounts that match in at least one way. Each query applies the limit before the people are read: in one joined query,
 * the planner may read all of them.
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
    // By nothing that the desk masks: among accounts of the same name, their order would reveal it.
    .orderBy(asc(picked.name), asc(users.id))
  return people.map((person) => asFound(person, documentos))
}

/** One query per search criterion, each a range of its own index. */
export function waysToFind(
  { database, documentos }: { database: Pick<Database, 'select'>; documentos: Documentos },
  { email, document, phones = [], localPhone, words }: PeopleSearch,
  limit: number,
) {
  const inProfiles = (condition: SQL) =>
    database.select({ id: profiles.userId }).from(profiles).where(condition).limit(limit)
  const local = localPhone === undefined ? [] : [...AREA_CODES].map((area) => `${area}${localPhone}`)
  const numbers = [...phones, ...local].map((number) => `+55${number}`)
  return [
    ...(document ? documentos.whoseIs(document).map(inProfiles) : []),
    ...(numbers.length > 0 ? [inProfiles(inArray(profiles.telefone, numbers))] : []),
    ...(words
      ? [
          // Materialized separately: with the limit in the same query, the planner may read everyone for a word that it
          // estimates as common.
          inProfiles(sql`${profiles.userId} = any(array(
            with named as materialized (select ${profiles.userId} as id from ${profiles}
              where ${nameWords(profiles.nome)} @@ ${tsQuery(words)}::tsquery)
            select id from named limit ${limit}))`),
        ]
      : []),
    ...(email ? [database.select({ id: users.id }).from(users).where(eq(users.email, email))] : []),
  ]
}

/** `('joa':* | 'd’joa':*) & …`. The words have only letters, digits and ’. */
function tsQuery(words: readonly string[]): string {
  return words.map(wordQuery).join(' & ')
}

/** On a database that converts only ASCII letters, ’ is a letter too, and 'd’avila' a single word of its index. */
function wordQuery(word: string): string {
  const parts = word.split('’').filter(Boolean)
  const apart = parts.map((part) => `'${part}':*`).join(' & ')
  return `(${apart} | '${parts.length > 1 ? word : `d’${word}`}':*)`
}

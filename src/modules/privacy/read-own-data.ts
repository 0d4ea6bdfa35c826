import { type DataKind, dataKinds } from '../../core/kept-data.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Person, PersonalRecord } from '../../platform/personal/personal-data.ts'
import type { PrivacyDeps } from './deps.ts'

/** All stored data of one kind about a person. */
export interface OwnData {
  kind: DataKind
  records: PersonalRecord[]
}

/** Returns all stored data about a person, by kind, in the order of the table; empty kinds are left out. */
export async function readOwnData(
  { database, sources, about }: Pick<PrivacyDeps, 'database' | 'sources' | 'about'>,
  { person, executor = database }: { person: Person; executor?: Executor },
): Promise<OwnData[]> {
  const found = new Map<DataKind, PersonalRecord[]>()
  const add = (kind: DataKind, records: PersonalRecord[]) => {
    if (records.length > 0) found.set(kind, [...(found.get(kind) ?? []), ...records])
  }
  for (const source of sources) add(source.kind, await source.read(executor, person))
  const ids = [...found.values()].flatMap((records) => records.map(({ id }) => id))
  for (const source of about) add(source.kind, await source.read(executor, ids))
  return dataKinds.flatMap((kind) => {
    const records = found.get(kind)
    return records ? [{ kind, records }] : []
  })
}

/** The ids under which the team's log refers to a person's data. */
export function idsIn(data: readonly OwnData[], { userId }: Pick<Person, 'userId'>): string[] {
  return [...(userId ? [userId] : []), ...data.flatMap(({ records }) => records.map(({ id }) => id))]
}

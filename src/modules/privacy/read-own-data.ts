import { chunksOf } from '../../core/chunks.ts'
import { type DataKind, dataKinds } from '../../core/kept-data.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { AboutSource, Person, PersonalRecord } from '../../platform/personal/personal-data.ts'
import type { PrivacyDeps } from './deps.ts'

type ReadDeps = Pick<PrivacyDeps, 'database' | 'sources' | 'about'>

interface Whose {
  person: Person
  executor?: Executor
}

/** Some of the stored data about a person, of one kind. */
export interface OwnPage {
  kind: DataKind
  records: PersonalRecord[]
}

/** The stored data of one kind about a person: how much, and the newest records. */
export interface OwnData extends OwnPage {
  count: number
}

/** Ids of one query. */
const idsAtOnce = 2_000

/**
 * Reads all stored data about a person in short pages, kind by kind in the order of the table; a kind that is found by the ids of
 * other data comes last.
 */
export async function* ownDataPages(
  { database, sources, about }: ReadDeps,
  { person, executor = database }: Whose,
): AsyncGenerator<OwnPage> {
  const ids: string[] = []
  const isLast = (kind: DataKind) => about.some((source) => source.kind === kind)
  for (const kind of dataKinds.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    for (const source of sources.filter((one) => one.kind === kind)) {
      for await (const records of source.read(executor, person)) {
        for (const { id } of records) ids.push(id)
        if (records.length > 0) yield { kind, records }
      }
    }
    const records = await readAbout(
      executor,
      ids,
      about.filter((source) => source.kind === kind),
    )
    if (records.length > 0) yield { kind, records }
  }
}

/**
 * Returns how much is stored about a person of each kind, empty kinds left out, and the ids of all of it, under which the team's log
 * refers to it.
 *
 * @param perKind how many of the newest records of each kind to return
 */
export async function readOwnData(
  { database, sources, about }: ReadDeps,
  { person, executor = database, perKind = 0 }: Whose & { perKind?: number },
): Promise<{ kinds: OwnData[]; ids: string[] }> {
  const found = new Map<DataKind, OwnData>(dataKinds.map((kind) => [kind, { kind, count: 0, records: [] }]))
  const add = (kind: DataKind, records: readonly PersonalRecord[]) => {
    const shown = found.get(kind)?.records ?? []
    shown.push(...records.slice(0, perKind - shown.length))
    return shown.length < perKind
  }
  const counted = (kind: DataKind, count: number) => {
    const data = found.get(kind)
    if (data) data.count += count
  }
  const all: string[] = person.userId ? [person.userId] : []
  for (const source of sources) {
    for await (const ids of source.readIds(executor, person)) {
      counted(source.kind, ids.length)
      for (const id of ids) all.push(id)
    }
    if (perKind === 0) continue
    for await (const records of source.read(executor, person)) if (!add(source.kind, records)) break
  }
  for (const source of about) {
    const records = await readAbout(executor, all, [source])
    counted(source.kind, records.length)
    add(source.kind, records)
  }
  return { kinds: [...found.values()].filter(({ count }) => count > 0), ids: all }
}

/** Erases the data that is found by ids. */
export async function eraseAbout(
  tx: Parameters<AboutSource['erase']>[0],
  ids: readonly string[],
  about: readonly AboutSource[],
): Promise<void> {
  for (const source of about) for (const some of chunksOf(ids, idsAtOnce)) await source.erase(tx, some)
}

async function readAbout(
  executor: Executor,
  ids: readonly string[],
  about: readonly AboutSource[],
): Promise<PersonalRecord[]> {
  const found: PersonalRecord[] = []
  for (const source of about) {
    for (const some of chunksOf(ids, idsAtOnce)) found.push(...(await source.read(executor, some)))
  }
  return found
}

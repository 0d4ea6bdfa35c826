import { expect } from 'vitest'
import type { Executor } from '../../src/platform/database/database.ts'
import type { Person, PersonalRecord, PersonalSource } from '../../src/platform/personal/personal-data.ts'

/** Reads all records of a person from a source, whose ids are those that it reads by themselves. */
export async function recordsOf(
  source: PersonalSource,
  executor: Executor,
  person: Person,
): Promise<PersonalRecord[]> {
  const records = await all(source.read(executor, person))
  expect(await all(source.readIds(executor, person))).toEqual(records.map(({ id }) => id))
  return records
}

async function all<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

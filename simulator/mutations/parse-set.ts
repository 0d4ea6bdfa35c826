import { kinds } from './mutate.ts'
import type { MutationSet } from './mutation-set.ts'

export type ParsedSet = { ok: true; set: MutationSet | undefined } | { ok: false; message: string }

/** Parses a whole set from JSON; `{}` switches it off. Refuses unknown names, unknown kinds and values out of range. */
export function parseMutationSet(input: Record<string, unknown>): ParsedSet {
  if (Object.keys(input).length === 0) return { ok: true, set: undefined }
  const set: Record<string, unknown> = { share: 1, seed: 0, times: null, on: 'answers' }
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(checks, name)) return { ok: false, message: `unknown setting: ${name}` }
    const problem = checks[name as keyof MutationSet](value)
    if (problem !== undefined) return { ok: false, message: `${name} must be ${problem}` }
    set[name] = value
  }
  return { ok: true, set: set as unknown as MutationSet }
}

const isText = (value: unknown, max: number) =>
  typeof value === 'string' && value.length >= 1 && value.length <= max

/** Check of each setting: returns what the value must be, or undefined for a valid one. */
const checks: Readonly<Record<keyof MutationSet, (value: unknown) => string | undefined>> = {
  share: (value) =>
    typeof value === 'number' && value > 0 && value <= 1 ? undefined : 'a number above 0, up to 1',
  seed: (value) => (Number.isSafeInteger(value) ? undefined : 'an integer'),
  times: (value) =>
    value === null || (Number.isSafeInteger(value) && Number(value) >= 1) ? undefined : 'a count, or null',
  on: (value) =>
    ['answers', 'notices', 'both'].includes(String(value)) ? undefined : 'answers, notices or both',
  kinds: (value) => {
    if (!Array.isArray(value) || value.length === 0) return 'a list of kinds'
    const unknown = value.filter((kind) => !kinds.has(String(kind)))
    return unknown.length === 0 ? undefined : `a list of kinds, which ${unknown.join(', ')} are not`
  },
  field: (value) => (isText(value, 200) ? undefined : 'a path such as results.*.id'),
  method: (value) => (/^[A-Z]{3,7}$/.test(String(value)) ? undefined : 'a method'),
  path: (value) => (isText(value, 200) ? undefined : 'the beginning of a path'),
}

import { bodyMutations } from './body-mutations.ts'
import { type Edit, type Field, fieldsOf, isField, type Json, writeEdited } from './fields.ts'
import { headMutations } from './head-mutations.ts'
import type { Answer, Mutation, Reply } from './mutation.ts'
import { noticeMutations, type WireNotice } from './notice-mutations.ts'
import { paceMutations } from './pace-mutations.ts'
import { pageMutations } from './page-mutations.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { valueMutations } from './value-mutations.ts'

/** Part of the exchange that a kind alters. */
export type Level = 'value' | 'body' | 'head' | 'pace' | 'page' | 'notice'

const tables: Readonly<Record<Level, object>> = {
  value: valueMutations,
  body: bodyMutations,
  head: headMutations,
  pace: paceMutations,
  page: pageMutations,
  notice: noticeMutations,
}

/** Every kind with its level. Each name belongs to one level only. */
export const kinds: ReadonlyMap<string, Level> = new Map(
  Object.entries(tables).flatMap(([level, table]) =>
    Object.keys(table).map((kind) => [kind, level as Level] as const),
  ),
)

/** Altered response, with the field that was altered. */
export interface Mutated {
  reply: Reply
  field?: string | undefined
}

/** Returns a response as it is sent when nothing is altered. */
function replyOf({ status, headers, body }: Answer): Reply {
  const bytes = Buffer.from(body)
  return {
    status,
    headers: [...Object.entries(headers), ['content-length', String(bytes.length)]],
    body: bytes,
    pace: 'whole',
    padding: 0,
  }
}

/**
 * Alters a response. The result depends on the arguments only.
 *
 * @returns undefined where the kind does not apply: no such field, or none with a value of the kind's type
 */
export function mutate(answer: Answer, { kind, field, seed }: Mutation): Mutated | undefined {
  const random = seededRandom(seed)
  const reply = replyOf(answer)
  switch (kinds.get(kind)) {
    case 'value': {
      const altered = mutateValue(answer.body, { kind, field, random })
      return altered && { reply: withBody(reply, Buffer.from(altered.text)), field: altered.field }
    }
    case 'body': {
      const edit = bodyMutations[kind]
      return edit && { reply: withBody(reply, edit(answer.body, random)) }
    }
    case 'head': {
      const edit = headMutations[kind]
      return edit && { reply: edit(reply, random) }
    }
    case 'pace': {
      const padding = paceMutations[kind]?.padding ?? 0
      const pace = paceMutations[kind]?.pace ?? 'whole'
      return { reply: { ...withBody(reply, reply.body, padding), pace } }
    }
    default:
      return undefined
  }
}

/** Alters the query of a request. Returns undefined where the kind does not apply. */
export function mutateQuery(query: URLSearchParams, { kind }: Mutation): URLSearchParams | undefined {
  const changed = pageMutations[kind]?.(query)
  return changed && String(changed) !== String(query) ? changed : undefined
}

/** Alters a notice: its address and headers, or its body. Returns undefined where the kind does not apply. */
export function mutateNotice(
  notice: WireNotice,
  { kind, field, seed }: Mutation,
): { notice: WireNotice; field?: string | undefined } | undefined {
  const random = seededRandom(seed)
  const body = String(notice.body)
  switch (kinds.get(kind)) {
    case 'notice': {
      const edit = noticeMutations[kind]
      return edit && { notice: edit(notice, random) }
    }
    case 'body': {
      const edit = bodyMutations[kind]
      return edit && { notice: { ...notice, body: edit(body, random) } }
    }
    case 'value': {
      const altered = mutateValue(body, { kind, field, random })
      return altered && { notice: { ...notice, body: altered.text }, field: altered.field }
    }
    default:
      return undefined
  }
}

function mutateValue(
  body: string,
  { kind, field: asked, random }: { kind: string; field: string | undefined; random: SeededRandom },
): { text: string; field: string } | undefined {
  const edit = valueMutations[kind]
  const document = parse(body)
  if (edit === undefined || document === undefined) return undefined
  const candidates = fieldsOf(document).filter(({ path }) => asked === undefined || isField(path, asked))
  const applicable = candidates.filter(({ value }) => changes(value, edit(value)))
  const chosen: Field | undefined = random.pick(applicable)
  const change = chosen && edit(chosen.value)
  if (!chosen || !change) return undefined
  return { text: writeEdited(document, chosen.path, change), field: chosen.path.join('.') }
}

/** Checks whether a kind of mutation applies to a value. */
export function appliesTo(value: Json, kind: string): boolean {
  return changes(value, valueMutations[kind]?.(value))
}

/** Checks whether an edit changes the value. One that does not, such as reversing a list of one item, does not apply. */
function changes(value: Json, edit: Edit | undefined): boolean {
  return edit !== undefined && !('raw' in edit && edit.raw === JSON.stringify(value))
}

function parse(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}

function withBody(reply: Reply, body: Buffer, padding = 0): Reply {
  const kept = reply.headers.filter(([name]) => name !== 'content-length')
  return { ...reply, body, padding, headers: [...kept, ['content-length', String(body.length + padding)]] }
}

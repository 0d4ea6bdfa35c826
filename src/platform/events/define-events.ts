import type { z } from 'zod'
import type { Executor } from '../database/database.ts'
import { PayloadError, parsePayload } from '../payload.ts'

export type EventPayload = Record<string, unknown>

/** Conversion of a payload stored by an earlier version to the current one. */
export type Upcast = (payload: EventPayload) => EventPayload

type Schema = z.ZodType<EventPayload>

export interface EventType<S extends Schema = Schema> {
  readonly name: string
  readonly schema: S
  readonly earlier: Readonly<Record<string, Upcast>>
  /** Stored only as a record: it has no listener. */
  readonly isRecord: boolean
}

/** Events of a module: each name with its payload schema. */
export type EventMap = Readonly<Record<string, EventType>>

export type PayloadOf<E extends EventMap, N extends keyof E> = z.infer<E[N]['schema']>

/** Stores an event in the caller's transaction. Accepts only the events of `E`, with their payloads. */
export type Publish<E extends EventMap> = (
  executor: Executor,
  ...event: { [N in keyof E & string]: [type: N, payload: PayloadOf<E, N>] }[keyof E & string]
) => Promise<void>

/**
 * Declares a module's events.
 *
 * @param schemas payload schemas by event name: plain JSON, with ids rather than copies
 * @param earlier upcasts for rows already stored, by the name under which they are stored. When only the payload changed, that is
 * the same name, and the upcast also receives new rows
 * @param records events that are only stored and have no listener
 */
export function defineEvents<const S extends Readonly<Record<string, Schema>>>(
  schemas: S,
  {
    earlier = {},
    records = [],
  }: {
    earlier?: { readonly [N in keyof S]?: Readonly<Record<string, Upcast>> }
    records?: readonly (keyof S & string)[]
  } = {},
): { readonly [N in keyof S]: EventType<S[N]> } {
  const declared = Object.entries(schemas).map(([name, schema]) => [
    name,
    { name, schema, earlier: earlier[name] ?? {}, isRecord: records.includes(name) },
  ])
  return Object.fromEntries(declared)
}

/** Returns the payload of a stored event in the format of the current version; undefined for another event. */
export function upcast(
  event: Pick<EventType, 'name' | 'earlier'>,
  { type, payload }: { type: string; payload: EventPayload },
): EventPayload | undefined {
  return event.earlier[type]?.(payload) ?? (type === event.name ? payload : undefined)
}

/** Parses a stored event. @throws PayloadError for another event or a payload that does not match the schema */
export function readEvent<S extends Schema>(
  event: EventType<S>,
  stored: { type: string; payload: EventPayload },
): z.infer<S> {
  const payload = upcast(event, stored)
  if (!payload) throw new PayloadError(`${stored.type} is stored where ${event.name} is expected`)
  return parsePayload(`event ${stored.type}`, event.schema, payload)
}

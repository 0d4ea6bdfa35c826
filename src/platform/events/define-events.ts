import type { z } from 'zod'
import type { Executor } from '../database/database.ts'
import { PayloadError, parsePayload } from '../payload.ts'

export type EventPayload = Record<string, unknown>

/** Makes today's payload of one that an earlier version of the program stored. */
export type Upcast = (payload: EventPayload) => EventPayload

type Schema = z.ZodType<EventPayload>

export interface EventType<S extends Schema = Schema> {
  readonly name: string
  readonly schema: S
  readonly earlier: Readonly<Record<string, Upcast>>
}

/** What a module publishes: each event's name, and how its payload is read. */
export type EventMap = Readonly<Record<string, EventType>>

export type PayloadOf<E extends EventMap, N extends keyof E> = z.infer<E[N]['schema']>

/** Stores what happened, in the transaction in which it happened. Takes only the events of `E`, with their payloads. */
export type Publish<E extends EventMap> = (
  executor: Executor,
  ...event: { [N in keyof E & string]: [type: N, payload: PayloadOf<E, N>] }[keyof E & string]
) => Promise<void>

/**
 * Declares a module's events.
 *
 * @param schemas each name with its payload: plain JSON, ids rather than copies
 * @param earlier for rows that are already stored: under which name, and how their payload becomes today's. An event
 *   that kept its name and changed its payload stands under that same name; its upcast then meets new rows too
 */
export function defineEvents<const S extends Readonly<Record<string, Schema>>>(
  schemas: S,
  earlier: { readonly [N in keyof S]?: Readonly<Record<string, Upcast>> } = {},
): { readonly [N in keyof S]: EventType<S[N]> } {
  const declared = Object.entries(schemas).map(([name, schema]) => [
    name,
    { name, schema, earlier: earlier[name] ?? {} },
  ])
  return Object.fromEntries(declared)
}

/** A stored row as the event it is. @throws PayloadError for another event, and for a payload that does not parse */
export function readEvent<S extends Schema>(
  event: EventType<S>,
  stored: { type: string; payload: EventPayload },
): z.infer<S> {
  const upcast = event.earlier[stored.type]
  if (!upcast && stored.type !== event.name) {
    throw new PayloadError(`${stored.type} is stored where ${event.name} is expected`)
  }
  return parsePayload(`event ${stored.type}`, event.schema, upcast?.(stored.payload) ?? stored.payload)
}

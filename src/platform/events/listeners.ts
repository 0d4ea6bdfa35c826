import type { Transaction } from '../database/database.ts'
import {
  type EventMap,
  type EventPayload,
  type EventType,
  type PayloadOf,
  readEvent,
} from './define-events.ts'

/** Handler of one event. It runs once per event, in its own transaction. */
export interface Listener {
  /** Stable, such as 'orders.begin': part of the key of recorded deliveries and of the queue's name. */
  readonly name: string
  readonly event: EventType
  /** Checks whether it handles events with this payload. */
  appliesTo(payload: EventPayload): boolean
  /** @throws PayloadError when the stored payload does not match the schema */
  receive(tx: Transaction, stored: { type: string; payload: EventPayload }): Promise<void>
}

/** Field values by which a listener selects payloads. */
type Pattern<P> = P extends object ? { readonly [K in keyof P]?: Pattern<P[K]> } : P

/**
 * Creates a listener for an event of a module.
 *
 * @param when selects payloads by field values: `{ purpose: { kind: 'consultation' } }`. No job is created for the others
 */
export function listenTo<
  E extends EventMap,
  N extends keyof E & string,
  const W extends Pattern<PayloadOf<E, N>>,
>(
  events: E,
  type: N,
  {
    name,
    when,
    handle,
  }: {
    name: string
    when?: W
    handle(tx: Transaction, payload: Extract<PayloadOf<E, N>, W>): Promise<void>
  },
): Listener {
  const event = events[type] as E[N]
  const appliesTo = (payload: EventPayload) => when === undefined || matches(payload, when)
  return {
    name,
    event,
    appliesTo,
    async receive(tx, stored) {
      const payload = readEvent(event, stored)
      // An earlier version without `when` created a job for every listener of the event.
      if (appliesTo(payload)) await handle(tx, payload as Extract<PayloadOf<E, N>, W>)
    },
  }
}

function matches(value: unknown, pattern: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return value === pattern
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(pattern).every(([key, inner]) =>
    matches((value as Record<string, unknown>)[key], inner),
  )
}

/**
 * Checks at startup that every event has a listener unless it is only a record, that every listener's event is declared, and that
 * names are unique.
 *
 * @throws Error that names every violation
 */
export function checkListeners(declared: EventMap, listeners: readonly Listener[]): void {
  const names = listeners.map(({ name }) => name)
  const problems = [
    ...Object.values(declared)
      .filter((event) => event.isRecord === listeners.some((listener) => listener.event === event))
      .map(({ name, isRecord }) => `the event ${name} has ${isRecord ? 'a' : 'no'} listener`),
    ...listeners
      .filter(({ event }) => declared[event.name] !== event)
      .map(({ name, event }) => `${name} listens to ${event.name}, which is not declared`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `two listeners are called ${name}`),
  ]
  if (problems.length > 0) throw new Error(`events: ${problems.join('; ')}`)
}

import type { Transaction } from '../database/database.ts'
import {
  type EventMap,
  type EventPayload,
  type EventType,
  type PayloadOf,
  readEvent,
} from './define-events.ts'

/** A module's interest in one event. It is handled once, in a transaction of its own. */
export interface Listener {
  /** Stable: part of the key under which deliveries are recorded, and the queue's name: 'orders.begin'. */
  readonly name: string
  readonly event: EventType
  /** Whether it is for events of this payload. */
  appliesTo(payload: EventPayload): boolean
  /** @throws PayloadError when what is stored does not parse */
  receive(tx: Transaction, stored: { type: string; payload: EventPayload }): Promise<void>
}

/** Fields and their values, by which a listener says which payloads it is for. */
type Pattern<P> = P extends object ? { readonly [K in keyof P]?: Pattern<P[K]> } : P

/**
 * Listens to an event of a module.
 *
 * @param when the only payloads it is for: `{ purpose: { kind: 'consultation' } }`. It never hears of the others
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
      // A version without `when` made a job for every listener of the event.
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
 * Checks that every event is listened to and every listener's event is declared; run at start.
 *
 * @throws Error naming whatever is not
 */
export function checkListeners(declared: EventMap, listeners: readonly Listener[]): void {
  const names = listeners.map(({ name }) => name)
  const problems = [
    ...Object.values(declared)
      .filter((event) => !listeners.some((listener) => listener.event === event))
      .map(({ name }) => `nobody listens to the event ${name}`),
    ...listeners
      .filter(({ event }) => declared[event.name] !== event)
      .map(({ name, event }) => `${name} listens to ${event.name}, which is not declared`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `two listeners are called ${name}`),
  ]
  if (problems.length > 0) throw new Error(`events: ${problems.join('; ')}`)
}

import { eq } from 'drizzle-orm'
import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database, Executor, Transaction } from '../database/database.ts'
import type { Enqueue, JobDefinition } from '../jobs/jobs.ts'
import { eventDeliveries, events } from './tables.server.ts'

export type EventPayload = Record<string, unknown>

/** Tells the other modules what happened, in the transaction in which it happened. */
export type Publish = (executor: Executor, type: string, payload: EventPayload) => Promise<void>

/** One module's ear for one kind of event. Deals with each event once, in a transaction of its own. */
export interface Listener {
  /** Stable: part of the key under which deliveries are recorded, e.g. `orders.begin-work`. */
  name: string
  /** The kind of event, e.g. `instalment.paid`. */
  on: string
  handle(payload: EventPayload, tx: Transaction): Promise<void>
}

export interface Events {
  publish: Publish
  /** The jobs that carry events to their listeners. */
  jobs: Record<string, JobDefinition>
}

/** Stored events: they outlive the process that published them and reach every listener at least once. */
export function createEvents({
  database,
  enqueue,
  listeners,
  clock,
  newId,
}: {
  database: Database
  enqueue: Enqueue
  /** Read when needed, so that modules that publish can be built before those that listen. */
  listeners: () => Listener[]
  clock: Clock
  newId: NewId
}): Events {
  return {
    async publish(executor, type, payload) {
      const id = newId()
      await executor.insert(events).values({ id, type, payload, occurredAt: clock.now() })
      for (const listener of listeners()) {
        if (listener.on === type) await enqueue(executor, jobName(listener), { eventId: id })
      }
    },

    get jobs() {
      return Object.fromEntries(
        listeners().map((listener) => [
          jobName(listener),
          {
            poll: 0.5,
            run: ({ eventId }) => deliver({ database, clock, listener, eventId: String(eventId) }),
          } satisfies JobDefinition,
        ]),
      )
    },
  }
}

async function deliver({
  database,
  clock,
  listener,
  eventId,
}: {
  database: Database
  clock: Clock
  listener: Listener
  eventId: string
}): Promise<void> {
  await database.transaction(async (tx) => {
    const [event] = await tx.select().from(events).where(eq(events.id, eventId))
    if (!event) return
    const first = await tx
      .insert(eventDeliveries)
      .values({ eventId, listener: listener.name, deliveredAt: clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: eventDeliveries.eventId })
    if (first.length > 0) await listener.handle(event.payload, tx)
  })
}

function jobName(listener: Listener): string {
  return `event.${listener.name}`
}

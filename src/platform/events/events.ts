import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database, Executor } from '../database/database.ts'
import type { JobDefinition, SendJob } from '../jobs/jobs.ts'
import { parsePayload } from '../payload.ts'
import type { EventMap, EventPayload, Publish } from './define-events.ts'
import { checkListeners, type Listener } from './listeners.ts'
import { eventDeliveries, events } from './tables.server.ts'

export interface Events<E extends EventMap> {
  publish: Publish<E>
  /**
   * The jobs that deliver events to their listeners.
   *
   * @throws Error when an event has no listener, or a listener's event is not declared
   */
  jobs(): Record<string, JobDefinition>
}

/** Stored events (transactional outbox): they survive the publishing process and reach every listener at least once. */
export function createEvents<E extends EventMap>({
  database,
  enqueue,
  declared,
  listeners,
  retired = () => [],
  clock,
  newId,
}: {
  database: Database
  enqueue: SendJob
  /** The events of all modules. */
  declared: E
  /** A function, so that publishing modules can be created before listening ones. */
  listeners: () => readonly Listener[]
  /** Names of listeners that are no more: what still waits for them is taken from their queues and dropped. */
  retired?: () => readonly string[]
  clock: Clock
  newId: NewId
}): Events<E> {
  async function publish(executor: Executor, type: string, payload: EventPayload): Promise<void> {
    const id = newId()
    await executor.insert(events).values({ id, type, payload, occurredAt: clock.now() })
    for (const listener of listeners()) {
      if (listener.event.name === type && listener.appliesTo(payload)) {
        await enqueue(executor, jobName(listener), { eventId: id })
      }
    }
  }

  function delivery(listener: Listener): JobDefinition {
    return {
      poll: 0.5,
      async run(data) {
        const { eventId } = parsePayload(`job ${jobName(listener)}`, deliveryData, data)
        await deliver({ database, clock, listener, eventId })
      },
    }
  }

  return {
    publish: publish as Publish<E>,
    jobs() {
      checkListeners(declared, listeners())
      return Object.fromEntries([
        ...listeners().map((listener) => [jobName(listener), delivery(listener)] as const),
        ...retired().map((name) => [jobName({ name }), dropped] as const),
      ])
    },
  }
}

const deliveryData = z.object({ eventId: z.uuid() })

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
    if (!event) throw new Error(`the event ${eventId} is not stored`)
    const first = await tx
      .insert(eventDeliveries)
      .values({ eventId, listener: listener.name, deliveredAt: clock.now() })
      .onConflictDoNothing()
      .returning({ eventId: eventDeliveries.eventId })
    if (first.length > 0) await listener.receive(tx, event)
  })
}

const dropped: JobDefinition = { async run() {} }

function jobName(listener: Pick<Listener, 'name'>): string {
  return `event.${listener.name}`
}

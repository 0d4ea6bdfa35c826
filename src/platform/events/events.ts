import { desc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database, Executor } from '../database/database.ts'
import { insertRows } from '../database/insert-rows.ts'
import { sendStatement } from '../database/send-statement.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { createOutbox, type Outbox, type RowJob, retryPoll } from '../jobs/outbox.ts'
import { PayloadError, parsePayload } from '../payload.ts'
import { type EventMap, type EventPayload, type Publish, upcast } from './define-events.ts'
import { checkListeners, type Listener } from './listeners.ts'
import { events } from './tables.server.ts'

type StoredEvent = { type: string; payload: EventPayload; listeners?: string[] | null }

export interface Events<E extends EventMap> {
  publish: Publish<E>
  /** Events that wait for a first delivery to each of their listeners. */
  outbox: Outbox
  /**
   * Returns the jobs that deliver events to their listeners, from the outbox and, after a failure, from their queues.
   *
   * @throws Error when an event has no listener, or a listener's event is not declared
   */
  jobs(): Record<string, JobDefinition>
}

/**
 * Creates the store of events (transactional outbox): they survive the publishing process and reach every listener at least once.
 */
export function createEvents<E extends EventMap>({
  database,
  declared,
  listeners,
  retired = () => [],
  clock,
  newId,
}: {
  database: Database
  /** Events of all modules. */
  declared: E
  /** A function, so that publishing modules can be created before the listening ones. */
  listeners: () => readonly Listener[]
  /** Names of listeners that no longer exist: their waiting jobs are taken from the queues and discarded. */
  retired?: () => readonly string[]
  clock: Clock
  newId: NewId
}): Events<E> {
  async function publish(executor: Executor, type: string, payload: EventPayload): Promise<void> {
    const now = clock.now()
    const names = listenersOf({ type, payload }).map(({ name }) => name)
    const [listeners, waitingSince] = names.length > 0 ? [names, now] : [null, null]
    await insertRows(executor, events, [
      { id: newId(), type, payload, occurredAt: now, listeners, waitingSince },
    ])
  }

  /** @throws PayloadError when the payload cannot be converted to the current format */
  function listenersOf(stored: StoredEvent): Listener[] {
    try {
      return listeners().filter(({ event, appliesTo }) => {
        const payload = upcast(event, stored)
        return payload !== undefined && appliesTo(payload)
      })
    } catch (error) {
      // Without the message, which may contain a value of the payload.
      const kind = error instanceof Error ? error.name : 'no error'
      throw new PayloadError(`the payload of event ${stored.type} cannot be converted: ${kind}`)
    }
  }

  /** Names of the publisher's listeners that this process does not know, because it runs another release. */
  function unknownOf({ listeners: published }: StoredEvent): string[] {
    if (!published) return []
    const known = new Set([...listeners().map(({ name }) => name), ...retired()])
    return published.filter((name) => !known.has(name))
  }

  function delivery(listener: Listener): JobDefinition {
    return {
      poll: retryPoll,
      async run(data) {
        const { eventId } = parsePayload(`job ${jobName(listener)}`, deliveryData, data)
        await deliver({ database, clock, listeners: [listener], eventId })
      },
    }
  }

  /**
   * For a listener of another release, a job in its queue, which waits there for a process that knows it. For an event that cannot be
   * read, the job that fails with it and ends as a dead letter, where a person sees it.
   */
  function jobsOf({ id: eventId, ...stored }: StoredEvent & { id: string }): RowJob[] {
    const data = { eventId }
    try {
      return [
        ...listenersOf(stored).map((listener) => ({ job: jobName(listener), data })),
        ...unknownOf(stored).map((name) => ({ job: jobName({ name }), data, otherwise: unreadable })),
      ]
    } catch {
      return [{ job: unreadable, data: { eventId } }]
    }
  }

  /** Delivers an event that could not be read, or whose listeners were not known, once a later version can. */
  const deliverUnreadable: JobDefinition = {
    poll: retryPoll,
    async run(data) {
      const { eventId } = parsePayload(`job ${unreadable}`, deliveryData, data)
      const { rows } = await database.execute<StoredEvent>(
        sql`select type, payload, listeners from events where id = ${eventId}`,
      )
      const [stored] = rows
      if (!stored) throw new Error(`the event ${eventId} is not stored`)
      await deliver({ database, clock, listeners: listenersOf(stored), eventId })
      const unknown = unknownOf(stored)
      if (unknown.length > 0)
        throw new Error(`this release does not know the listeners ${unknown.join(', ')}`)
    },
  }

  return {
    publish,
    outbox: createOutbox<StoredEvent>({
      database,
      table: 'events',
      columns: ['type', 'payload', 'listeners'],
      poll: 0.5,
      jobsOf,
      runCombined: ({ id: eventId, ...stored }) =>
        deliver({ database, clock, listeners: listenersOf(stored), eventId }),
    }),
    jobs() {
      checkListeners(declared, listeners())
      return Object.fromEntries([
        ...listeners().map((listener) => [jobName(listener), delivery(listener)] as const),
        ...retired().map((name) => [jobName({ name }), dropped] as const),
        [unreadable, deliverUnreadable] as const,
      ])
    },
  }
}

/** Queue of the events that cannot be read; a listener's name has a dot. */
const unreadable = 'event.unreadable'

const deliveryData = z.object({ eventId: z.uuid() })

/**
 * Delivers an event, in one transaction, to those of the given listeners that have not received it, in order of their names: for
 * every event, locks are taken in the same order.
 */
async function deliver({
  database,
  clock,
  listeners,
  eventId,
}: {
  database: Database
  clock: Clock
  listeners: readonly Listener[]
  eventId: string
}): Promise<void> {
  const byName = new Map(listeners.map((listener) => [listener.name, listener]))
  await database.transaction(async (tx) => {
    const { rows } = await sendStatement<{ type: string; payload: EventPayload; first: string[] }>(
      tx,
      firstDelivery,
      [eventId, [...byName.keys()], clock.now().toISOString()],
    )
    const [event] = rows
    if (!event) throw new Error(`the event ${eventId} is not stored`)
    for (const name of event.first.toSorted()) await byName.get(name)?.receive(tx, event)
  })
}

/** As text, because it runs for every event: Drizzle would build it each time (docs/decisions/0037). */
const firstDelivery = `
  with first as (
    insert into event_deliveries (event_id, listener, delivered_at)
    select id, listener, $3::timestamptz from events, unnest($2::text[]) as listener where id = $1
    on conflict do nothing returning listener)
  select type, payload, array(select listener from first) as first from events where id = $1`

const dropped: JobDefinition = { poll: 5, async run() {} }

function jobName(listener: Pick<Listener, 'name'>): string {
  return `event.${listener.name}`
}

/** Returns the id of the newest event; undefined if there is none. */
export async function latestEventId(executor: Executor): Promise<string | undefined> {
  const [newest] = await executor.select({ id: events.id }).from(events).orderBy(desc(events.id)).limit(1)
  return newest?.id
}

import type { Transaction } from '../../src/platform/database/database.ts'
import type { EventPayload } from '../../src/platform/events/define-events.ts'
import type { Listener } from '../../src/platform/events/listeners.ts'

/** Delivers a stored event to the listeners it applies to, as the worker does. */
export async function deliver(
  database: { transaction(work: (tx: Transaction) => Promise<void>): Promise<void> },
  listeners: readonly Listener[],
  stored: { type: string; payload: EventPayload },
): Promise<void> {
  for (const listener of listeners) {
    const { name, earlier } = listener.event
    if ((name !== stored.type && !earlier[stored.type]) || !listener.appliesTo(stored.payload)) continue
    await database.transaction((tx) => listener.receive(tx, stored))
  }
}

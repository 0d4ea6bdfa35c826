import { expect, test } from 'vitest'
import { deliver } from './listeners.ts'

test('an event is delivered to the listeners that it applies to, as the worker does', async () => {
  const received: string[] = []
  const listener = (name: string, applies: boolean) =>
    ({
      event: { name: 'charge.settled', earlier: {} },
      appliesTo: () => applies,
      receive: async () => void received.push(name),
    }) as never
  const database = { transaction: (work: (tx: never) => Promise<void>) => work({} as never) }
  const stored = { type: 'charge.settled', payload: {} as never }
  await deliver(database, [listener('its own', true), listener('of another purpose', false)], stored)
  expect(received).toEqual(['its own'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '../../../src/core/durations.ts'
import {
  type ChannelRefusals,
  refusingAfterMs,
  stoppagesOf,
  unworkedAfterMs,
  type WaitingQueue,
} from '../../../src/modules/notifications/domain/channel-refusals.ts'

const now = new Date('2026-11-24T17:05:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const worked: WaitingQueue = { oldestSince: null, isWorked: false }

/** Refusals of e-mail that began and last happened so long ago. */
const refusals = (since: number, latest: number): ChannelRefusals => ({
  channel: 'email',
  since: ago(since),
  latestAt: ago(latest),
  code: 'EAUTH 535',
})

test.each<[string, ChannelRefusals, boolean]>([
  ['refused once, just now', refusals(0, 0), false],
  ['refused once, an hour ago: a quiet night', refusals(60 * MINUTE, 60 * MINUTE), false],
  ['refused for a moment: its server was restarted', refusals(30 * SECOND, 10 * SECOND), false],
  ['refused for almost a minute', refusals(MINUTE, 1), false],
  ['refused for a minute', refusals(MINUTE, 0), true],
  ['refused for an hour, until just now', refusals(60 * MINUTE, 0), true],
  ['refused in the evening, and nothing was sent since', refusals(600 * MINUTE, 590 * MINUTE), true],
])('a channel that %s', (_, seen, isSaid) => {
  expect(stoppagesOf({ refusals: [seen], queue: worked }, now)).toEqual(
    isSaid ? [{ kind: 'refusing', channel: 'email', since: seen.since, code: 'EAUTH 535' }] : [],
  )
})

test.each<[string, WaitingQueue, boolean]>([
  ['nothing waits', { oldestSince: null, isWorked: false }, false],
  ['a message waits for a moment', { oldestSince: ago(30 * SECOND), isWorked: false }, false],
  ['a message waits for almost five minutes', { oldestSince: ago(5 * MINUTE - 1), isWorked: false }, false],
  ['a message waits for five minutes', { oldestSince: ago(5 * MINUTE), isWorked: false }, true],
  ['many wait behind those that a worker sends', { oldestSince: ago(60 * MINUTE), isWorked: true }, false],
  ['one is held for the morning', { oldestSince: ago(-60 * MINUTE), isWorked: false }, false],
])('%s', (_, queue, isSaid) => {
  expect(stoppagesOf({ refusals: [], queue }, now)).toEqual(
    isSaid ? [{ kind: 'unworked', since: queue.oldestSince }] : [],
  )
})

const span = fc.integer({ min: 0, max: 10 * unworkedAfterMs })
const anyRefusals = fc
  .uniqueArray(fc.constantFrom('email' as const, 'whatsapp' as const))
  .chain((channels) =>
    fc.tuple(
      ...channels.map((channel) =>
        fc.record({ channel: fc.constant(channel), since: span.map(ago), span, code: fc.constant(null) }),
      ),
    ),
  )
  .map((found) =>
    found.map(
      ({ since, span: until, ...rest }): ChannelRefusals => ({
        ...rest,
        since,
        latestAt: new Date(Math.min(now.getTime(), since.getTime() + until)),
      }),
    ),
  )
const anyQueue = fc.record({
  oldestSince: fc.option(fc.integer({ min: -unworkedAfterMs, max: 10 * unworkedAfterMs }).map(ago)),
  isWorked: fc.boolean(),
})

test('each channel is judged separately, and so is the queue', () => {
  fc.assert(
    fc.property(anyRefusals, anyQueue, (seen, queue) => {
      const alone = seen.flatMap((one) => stoppagesOf({ refusals: [one], queue: worked }, now))
      expect(stoppagesOf({ refusals: seen, queue }, now)).toEqual([
        ...alone,
        ...stoppagesOf({ refusals: [], queue }, now),
      ])
    }),
  )
})

test('time alone reports no channel, and a report stays until an attempt succeeds', () => {
  fc.assert(
    fc.property(anyRefusals, span, (seen, later) => {
      const then = new Date(now.getTime() + later)
      expect(stoppagesOf({ refusals: seen, queue: worked }, then)).toEqual(
        stoppagesOf({ refusals: seen, queue: worked }, now),
      )
    }),
  )
})

test('another refusal never withdraws a report, and a minute of refusals causes one', () => {
  fc.assert(
    fc.property(span, span, (first, second) => {
      const since = Math.max(first, second)
      const said = (latest: number) =>
        stoppagesOf({ refusals: [refusals(since, latest)], queue: worked }, now).length
      expect(said(0)).toBeGreaterThanOrEqual(said(Math.min(first, second)))
      expect(said(0)).toBe(since >= refusingAfterMs ? 1 : 0)
    }),
  )
})

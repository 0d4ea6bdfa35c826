import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../../../src/composition.ts'
import { eventStream } from '../../../src/web/event-stream.server.ts'
import { chargeEvents } from '../../../src/web/routes/payments/charge-events.server.ts'
import { watchCharge } from '../../../src/web/routes/payments/watch.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const payments = { phasesOf: async () => new Map() } as unknown as App['payments']

function open(person: string, network: string, mayGoOn?: () => Promise<boolean>, method = 'GET') {
  const leaving = new AbortController()
  const response = chargeEvents({
    payments,
    charge: { id: person, phase: 'waiting' },
    request: { method, signal: leaving.signal },
    holders: { person, network },
    ...(mayGoOn && { mayGoOn }),
  })
  return { response, status: response.status, leave: () => leaving.abort() }
}

const unended = () => ({ method: 'GET', signal: new AbortController().signal })

test('stopping to watch twice does not stop another page’s news', async () => {
  const phases = new Map<string, 'waiting' | 'approved'>([['a', 'waiting']])
  const app = { phasesOf: async () => phases } as unknown as App['payments']
  const seen: string[] = []
  const stopFirst = watchCharge(app, 'a', () => {})
  const stopSecond = watchCharge(app, 'a', (phase) => void seen.push(phase))
  stopFirst?.()
  stopFirst?.()
  phases.set('a', 'approved')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(seen).toEqual(['approved'])
  stopSecond?.()
  expect(vi.getTimerCount()).toBe(0)
})

test('a person has at most six streams, and a closed one frees its place', () => {
  const streams = Array.from({ length: 7 }, () => open('ana', '198.51.100.1'))
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
  const refused = streams.at(-1)?.response
  expect(refused?.headers.get('content-type')).toContain('text/plain')
  expect(open('bia', '198.51.100.1').status).toBe(200)
  streams[0]?.leave()
  streams[0]?.leave()
  expect([open('ana', '198.51.100.1').status, open('ana', '198.51.100.1').status]).toEqual([200, 429])
})

test('a network has at most twenty-four, whoever opens them', () => {
  const statuses = Array.from({ length: 26 }, (_, at) => open(`person ${at}`, '198.51.100.2').status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(24)
  expect(open('person 0', '198.51.100.3').status).toBe(200)
})

test('a stream that its reader cancels frees its place', async () => {
  const streams = Array.from({ length: 6 }, () => open('eva', '198.51.100.4'))
  await streams[0]?.response.body?.cancel()
  expect(open('eva', '198.51.100.4').status).toBe(200)
})

test('a stream whose reader left before it was opened keeps no place', async () => {
  const signal = AbortSignal.abort()
  for (let count = 0; count < 7; count++) {
    const holders = { person: 'zoe', network: '198.51.100.9' }
    const request = { method: 'GET', signal }
    const { status } = chargeEvents({ payments, charge: { id: 'zoe', phase: 'waiting' }, request, holders })
    expect(status).toBe(200)
  }
  expect(vi.getTimerCount()).toBe(0)
})

test('a stream ends at the first heartbeat after its person’s session ended', async () => {
  let signedIn = true
  const { response } = open('lia', '198.51.100.5', async () => signedIn)
  const ended = vi.fn()
  const text = response.text()
  void text.then(ended)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
  signedIn = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await text).toContain('"waiting"')
})

test('a database outage ends no stream', async () => {
  const { response } = open('ivo', '198.51.100.6', () => Promise.reject(new Error('gone')))
  const ended = vi.fn()
  void response.text().then(ended)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).not.toHaveBeenCalled()
})

test('no proxy keeps the events of a stream until there are many', () => {
  const { headers } = open('ada', '198.51.100.8').response
  expect([headers.get('x-accel-buffering'), headers.get('cache-control')]).toEqual(['no', 'no-store'])
})

test('a team member has at most twelve; a stream that ends at once stops its watcher', async () => {
  const stop = vi.fn()
  const openAs = (member: string) =>
    eventStream({
      request: unended(),
      holders: { member },
      mayGoOn: async () => true,
      open: () => stop,
    }).status
  const statuses = Array.from({ length: 13 }, () => openAs('leo'))
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
  expect(openAs('mia')).toBe(200)
  expect(stop).not.toHaveBeenCalled()

  const ended = eventStream({
    request: unended(),
    holders: { member: 'nina' },
    mayGoOn: async () => true,
    open({ send, close }) {
      send('data: 1')
      close()
      return stop
    },
  })
  expect(await ended.text()).toBe('retry: 3000\n\ndata: 1\n\n')
  expect(stop).toHaveBeenCalledTimes(1)
})

test('only a GET opens a stream: HEAD and OPTIONS take no place and start nothing', () => {
  for (const method of ['HEAD', 'OPTIONS']) {
    const answers = Array.from({ length: 30 }, () => open('rui', '198.51.100.7', undefined, method).response)
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(30).fill([200, null]))
    expect(answers[0]?.headers.get('content-type')).toContain('text/event-stream')
  }
  expect(vi.getTimerCount()).toBe(0)
  expect(open('rui', '198.51.100.7').status).toBe(200)
})

test('an unread stream buffers at most fifty events, then frees its place', async () => {
  let send: (event: string) => void = () => {}
  const stop = vi.fn()
  const openStream = () =>
    eventStream({
      request: unended(),
      holders: { member: 'otto' },
      mayGoOn: async () => true,
      open(stream) {
        send = stream.send
        return stop
      },
    })
  const unread = openStream()
  for (let event = 0; event < 10_000; event++) send(`data: ${event}`)
  expect(stop).toHaveBeenCalledTimes(1)
  const sent = await unread.text()
  expect(sent.match(/data: /g)).toHaveLength(50)
  expect(Array.from({ length: 12 }, () => openStream().status)).toEqual(Array(12).fill(200))

  // A stream that is read continues.
  const read = eventStream({
    request: unended(),
    holders: { member: 'paula' },
    mayGoOn: async () => true,
    open(stream) {
      send = stream.send
      return () => {}
    },
  })
  const reader = read.body?.getReader()
  await reader?.read()
  for (let event = 0; event < 200; event++) {
    send(`data: ${event}`)
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(`data: ${event}\n\n`)
  }
})

import { expect, test, vi } from 'vitest'
import { forEachLoad, openBrowser } from './browser.ts'

/** Live updates of a payment page: the code that follows its charge, and the server's event stream. */
forEachLoad()

/** Starts what a page does with a pending charge whose code is valid for another half hour. */
async function paymentPage({ minutes = 30 } = {}) {
  const browser = openBrowser()
  browser.answers = [{ phase: 'waiting' }]
  const { countDown, watchCharge } = await import('../../src/web/ui/pix/follow-charge.ts')
  const { clockText } = await import('../../src/web/copy/payments-live.ts')
  const endings: string[] = []
  const went: string[] = []
  const clock = { text: '', heard: [] as string[] }
  const { end } = watchCharge({
    phase: 'waiting',
    events: '/payment/eventos',
    situation: '/payment/situacao',
    onEnding: (ending) => endings.push(ending),
    onLeadOn: (ending) => went.push(ending),
    onChange: () => went.push('read again'),
  })
  countDown(
    minutes * 60,
    (left, announcement) => {
      clock.text = clockText(left)
      if (announcement) clock.heard.push(announcement)
    },
    () => end('expired'),
  )
  return { ...browser, clock, endings, went, browser }
}

test('§9 without events the status is polled every five seconds, until the code expires', async () => {
  const { streams, asked, went } = await paymentPage()
  expect(streams.map(({ address }) => address)).toEqual(['/payment/eventos'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked, 'while events get through').toEqual([])
  streams[0]?.onerror?.()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['/payment/situacao'])
  await vi.advanceTimersByTimeAsync(55_000)
  expect(asked).toHaveLength(12)
  await vi.advanceTimersByTimeAsync(40 * 60_000)
  expect(went).toEqual(['expired'])
  // Half an hour minus the minute with events.
  expect(asked.length).toBeGreaterThanOrEqual(29 * 12 - 1)
  expect(asked.length).toBeLessThanOrEqual(29 * 12 + 1)
})

test('§9 events that get through again end the polling', async () => {
  const { streams, asked } = await paymentPage()
  streams[0]?.onerror?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(2)
  streams[0]?.onopen?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(2)
})

test('§9 a page that becomes visible again polls at once', async () => {
  const { document, asked } = await paymentPage()
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual([])
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual(['/payment/situacao'])
})

test.each(['events', 'polling'])('§9 an approval redirects after two seconds, learned by %s', async (by) => {
  const { streams, went, browser } = await paymentPage()
  if (by === 'events') streams[0]?.onmessage?.({ data: '{"phase":"approved"}' })
  else {
    browser.answers = [{ phase: 'approved' }]
    streams[0]?.onerror?.()
    await vi.advanceTimersByTimeAsync(5_000)
  }
  await vi.advanceTimersByTimeAsync(1_999)
  expect(went).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(went).toEqual(['approved'])
  expect(streams[0]?.closed).toBe(true)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(went).toEqual(['approved'])
})

test('§9 the countdown counts by seconds, mm:ss, and the page is refreshed at its end', async () => {
  const { clock, went } = await paymentPage()
  for (const [seconds, shown] of [
    [1, '29:59'],
    [59, '29:00'],
    [60 * 28 + 50, '00:10'],
    [10, '00:00'],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    expect(clock.text).toBe(shown)
  }
  expect(went).toEqual([])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(went).toEqual(['expired'])
})

test.each(['cancelled', 'expired'])(
  '§8 a code that is %s while the page is open is announced, then the page is refreshed',
  async (phase) => {
    const { streams, endings, went } = await paymentPage()
    streams[0]?.onmessage?.({ data: JSON.stringify({ phase }) })
    expect(endings).toEqual([phase])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(went).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(went).toEqual([phase])
  },
)

test('§7 the list of payments is refreshed when the window regains focus', async () => {
  const { window } = openBrowser()
  const { onReturn } = await import('../../src/web/hydration/on-return.ts')
  let reads = 0
  const end = onReturn(() => reads++)
  const dispatch = (...events: string[]) => {
    for (const event of events) window.dispatchEvent(new Event(event))
  }
  dispatch('focus')
  expect(reads, 'it was never left').toBe(0)
  dispatch('blur', 'focus', 'focus')
  expect(reads).toBe(1)
  dispatch('blur', 'focus')
  expect(reads).toBe(2)
  end()
  dispatch('blur', 'focus')
  expect(reads, 'of a page that is gone').toBe(2)
})

test('§9 any other change refreshes the page at once', async () => {
  const { streams, endings, went } = await paymentPage()
  streams[0]?.onmessage?.({ data: '{"phase":"review"}' })
  expect([endings, went]).toEqual([[], ['read again']])
})

test('§9 the countdown is announced at three moments only', async () => {
  const { clock } = await paymentPage()
  for (let second = 0; second < 30 * 60; second++) await vi.advanceTimersByTimeAsync(1_000)
  expect(clock.text).toBe('00:00')
  expect(clock.heard.map((text) => text.slice(0, 17))).toEqual([
    'Faltam 10 minutos',
    'Faltam 5 minutos ',
    'Falta 1 minuto pa',
  ])
})

test('§9 the server sees a change of a charge within a second', async () => {
  const { watchCharge } = await import('../../src/web/routes/payments/watch.server.ts')
  const phasesOf = vi.fn(async () => new Map([['a', 'waiting']]))
  const heard: string[] = []
  const payments = { phasesOf } as unknown as Parameters<typeof watchCharge>[0]
  const stop = watchCharge(payments, 'a', (phase) => heard.push(phase))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard).toEqual(['waiting'])
  phasesOf.mockResolvedValue(new Map([['a', 'approved']]))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard.at(-1)).toBe('approved')
  stop?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(phasesOf).toHaveBeenCalledTimes(2)
})

import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useLive } from '../../src/web/desk/live.ts'
import { useNow } from '../../src/web/desk/queue/use-now.ts'

let root: Root | undefined
let stream: (EventTarget & { readyState: number }) | undefined
let version: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  version = 1
  stream = undefined
  class Stream extends EventTarget {
    static CLOSED = 2
    readyState = 1
    constructor() {
      super()
      stream = this
    }
    close() {}
  }
  vi.stubGlobal('EventSource', Stream)
})
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** A screen that shows the server's time and a number which every reading of it counts up. */
function Screen() {
  useLive()
  const data = useLoaderData<{ now: Date; version: number }>()
  return `${useNow(data.now).toISOString()}, leitura ${data.version}`
}

async function open(): Promise<void> {
  const now = new Date('2026-11-20T15:00:00Z')
  const loader = () => ({ now, version: version++ })
  const router = createMemoryRouter([{ path: '/', loader, Component: Screen, HydrateFallback: () => null }])
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(<RouterProvider router={router} />)
  await expect.poll(() => stream).toBeDefined()
}

test('the time is the server’s, also on a computer with a wrong clock', async () => {
  vi.setSystemTime('2031-01-01T00:00:00Z')
  await open()
  await expect.element(page.getByText(/^2026-11-20T15:00/)).toBeVisible()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(page.getByText(/^2026-11-20T15:01/)).toBeVisible()
})

test('a screen reloads when something changed; without a stream of its own, every half minute', async () => {
  await open()
  stream?.dispatchEvent(new Event('changed'))
  await expect.element(page.getByText(/leitura 2$/)).toBeVisible()
  stream?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(version, 'while the browser connects again').toBe(3)
  Object.assign(stream ?? {}, { readyState: 2 })
  stream?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.element(page.getByText(/leitura 3$/)).toBeVisible()
})

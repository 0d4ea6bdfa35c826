import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type QueueData, QueueScreen } from '../../src/web/desk/queue/queue-screen.tsx'
import { paths } from '../../src/web/paths.ts'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
})

const now = new Date('2026-11-20T15:00:00Z')

/** An obligation about `n.pdf`, due `n` minutes from now. */
function obligation(n: number): QueueData['items'][number] {
  return {
    ...{
      kind: 'document.review',
      id: String(n),
      version: 1,
      revision: String(n),
      person: '',
      about: `${n}.pdf`,
    },
    ...{ userId: null, orderId: null, amount: null, claimedBy: null, snoozedUntil: null, snoozeReason: null },
    ...{ since: now, dueAt: new Date(now.getTime() + n * 60_000) },
  } as QueueData['items'][number]
}

/** Opens the queue of these obligations, in pages of two. */
async function open(waiting: { of: number[]; stoppages?: QueueData['stoppages'] }) {
  const loader = ({ request }: { request: Request }) => {
    const search = new URL(request.url).searchParams
    const rest = waiting.of.filter((n) => n > Number(search.get('depois') ?? 0))
    const screen: QueueData = {
      ...{ view: 'open', kind: undefined, kinds: [], members: [], now, endOfDay: now },
      ...{ stoppages: waiting.stoppages ?? [], item: undefined, itemIsGone: search.has('item') },
      items: rest.slice(0, 2).map(obligation),
      next: rest.length > 2 ? String(rest[1]) : undefined,
    }
    return { frame: { rights: ['message.read'] }, screen }
  }
  const Component = () => <QueueScreen data={useLoaderData<{ screen: QueueData }>().screen} />
  const routes = [{ path: paths.desk(), loader, Component, HydrateFallback: () => null }]
  const router = createMemoryRouter(routes, { initialEntries: [paths.desk()] })
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(<RouterProvider router={router} />)
  await expect.element(page.getByText('1.pdf')).toBeVisible()
  return router
}

const listed = () => [...document.querySelectorAll('.desk-row .desk-sub')].map((row) => row.textContent)

test('opening an obligation leaves every page of the list where it is, once', async () => {
  await open({ of: [1, 2, 3, 4, 5] })
  await expect.poll(listed).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'])
  await page.getByText('4.pdf').click()
  await expect.element(page.getByRole('complementary')).toBeVisible()
  await expect.poll(listed).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'])
})

test('a list that changed shows each obligation once', async () => {
  const waiting = { of: [1, 2, 3, 4, 5] }
  const router = await open(waiting)
  await expect.poll(listed).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'])
  waiting.of = [1, 3, 4, 5, 6]
  await router.revalidate()
  await expect.poll(listed).toEqual(['1.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'])
})

test('the list is headed by a notice while e-mail accepts nothing, and no longer once it does', async () => {
  const title = 'O servidor de e-mail não aceita mensagens desde 14:05. 37 mensagens esperam.'
  const waiting: Parameters<typeof open>[0] = {
    of: [1],
    stoppages: [{ key: 'email', title, text: 'Por quê.' }],
  }
  const router = await open(waiting)
  await expect.element(page.getByText(title)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ver as que esperam' })).toBeVisible()
  waiting.stoppages = []
  await router.revalidate()
  await expect.element(page.getByText(title)).not.toBeInTheDocument()
  await expect.element(page.getByText('1.pdf')).toBeVisible()
})

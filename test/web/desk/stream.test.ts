// Databases: one
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

const heartbeatMs = 15_000
// The database keeps its own time: only the streams' heartbeats are simulated.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const setRole = (email: string, role: string) =>
  web.database.$client.query('update users set role = $2 where email = $1', [email, role])

/** Opens a stream of a member's desk and returns whether it has ended, and what it has sent. */
async function open(browser: Browser) {
  const response = await browser.get('/painel/eventos')
  expect(response.status).toBe(200)
  const state = { ended: false, text: '' }
  void (async () => {
    for await (const chunk of response.body ?? []) state.text += Buffer.from(chunk).toString('utf8')
    state.ended = true
  })()
  return state
}

/** Sends one heartbeat and waits until the stream shows its effect: another heartbeat, or its end. */
async function beat(stream: { ended: boolean; text: string }) {
  const before = stream.text.length
  vi.advanceTimersByTime(heartbeatMs)
  await vi.waitUntil(() => stream.ended || stream.text.slice(before).includes(': \n\n'), { timeout: 20_000 })
}

test('a desk stream continues beat by beat, and ends at the first beat after its member lost or changed the role', async () => {
  const { email } = demoAccount('finance')
  for (const role of ['customer', 'support']) {
    const stream = await open(await atDesk(web, 'finance'))
    await beat(stream)
    await beat(stream)
    expect(stream.ended).toBe(false)
    await setRole(email, role)
    try {
      await beat(stream)
      expect(stream.ended).toBe(true)
    } finally {
      await setRole(email, 'finance')
    }
  }
})

const endings: [string, (browser: Browser) => Promise<unknown>][] = [
  ['the desk session is closed', (browser) => browser.post('/painel/sair', {})],
  ['its member signs out', (browser) => browser.post('/sair', {})],
  ['twelve hours are over', async () => web.pass(12 * 60 + 1)],
  ['the desk was not used for an hour', async () => web.pass(61)],
  [
    'the sign-in is ended from another device',
    () =>
      web.database.$client.query(
        'update sessions set ended_at = created_at where user_id = (select id from users where email = $1)',
        [demoAccount('support').email],
      ),
  ],
]

test.each(endings)('a desk stream ends when %s', async (_when, end) => {
  const browser = await atDesk(web, 'support')
  const stream = await open(browser)
  await beat(stream)
  expect(stream.ended).toBe(false)
  await end(browser)
  await beat(stream)
  expect(stream.ended).toBe(true)
})

test('a stream opened before a member was disabled does not report who has which order open', async () => {
  const { email } = demoAccount('finance')
  const stream = await open(await atDesk(web, 'finance'))
  await beat(stream)
  await setRole(email, 'customer')
  try {
    await beat(stream)
    const said = stream.text
    await web.database.$client.query(
      'insert into desk_presence (tab, member_id, order_id, seen_at) select gen_random_uuid(), id, id, now() from users where email = $1',
      [demoAccount('support').email],
    )
    vi.advanceTimersByTime(4 * heartbeatMs)
    await web.database.$client.query('select 1')
    expect(stream).toEqual({ ended: true, text: said })
  } finally {
    await setRole(email, 'finance')
  }
})

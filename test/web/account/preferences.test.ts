// Databases: one
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/account/avisos': () => import('../../../src/web/routes/account/preferences.tsx'),
  '/preferencias/:token': () => import('../../../src/web/routes/preferences/by-link.tsx'),
  '/preferencias/:token/parar/:topic': () => import('../../../src/web/routes/preferences/stop.ts'),
})
const [demo] = DEMO_ACCOUNTS

async function customer() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password: demo?.password ?? '' }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password: demo?.password ?? '' })
  const { rows } = await web.database.$client.query('select id from users where email = $1', [email])
  const userId: string = rows[0].id
  await web.database.$client.query("update profiles set telefone = '+5548999991234' where user_id = $1", [
    userId,
  ])
  const link = web.app.notifications.preferencesLinkOf({
    kind: 'instalment.due',
    userId,
    to: email,
  })
  return { browser, userId, email, link: new URL(link?.page ?? '').pathname }
}

const shown = async (browser: ReturnType<typeof web.browser>, path = '/account/avisos') =>
  (await browser.get(path)).text()
const channelPreferencesOf = async (userId: string) =>
  (await web.app.notifications.preferencesOf({ userId })).channels

test('signed in, a person chooses each topic, WhatsApp after a consent with its proof, and stops everything', async () => {
  const { browser, userId, email, link } = await customer()
  const page = await shown(browser)
  expect(page).toContain('Seus avisos')
  expect(page).not.toContain('value="whatsapp"')
  expect(page).toContain('(48) 99999-1234')

  await browser.post('/account/avisos', { intent: 'agree' })
  expect(await shown(browser)).toContain('Falta o seu sim')
  const statement = /Quero receber no WhatsApp[^"<]+/.exec(page)?.[0] ?? ''
  await browser.post('/account/avisos', { intent: 'agree', aceito: statement })
  expect(await shown(browser)).toContain('Ativado para (48) 99999-1234 desde 02/03/2026')

  const { userId: without, browser: other } = await customer()
  const wished = { progress: 'whatsapp', reminders: 'none', offers: 'none' }
  const refused = await (await other.post('/account/avisos', { intent: 'choose', ...wished })).text()
  expect(refused + (await shown(other))).toContain('Falta ativar o WhatsApp')
  expect(await channelPreferencesOf(without)).toMatchObject({ reminders: 'email' })
  const chosen = { progress: 'whatsapp', reminders: 'email', offers: 'none' }
  await browser.post('/account/avisos', { intent: 'choose', ...chosen })
  expect(await channelPreferencesOf(userId)).toEqual(chosen)
  await browser.post('/account/avisos', { intent: 'choose', ...chosen, offers: 'fax' })
  expect(await channelPreferencesOf(userId)).toEqual(chosen)

  // Opened by the link: the choices, and nothing about the person.
  const byLink = await shown(web.browser(), link)
  expect(byLink).toContain('O WhatsApp está ativado')
  expect([byLink.includes('99999-1234'), byLink.includes(email)]).toEqual([false, false])

  await browser.post('/account/avisos', { intent: 'revoke' })
  expect(await channelPreferencesOf(userId)).toEqual({ ...chosen, progress: 'email' })
  await browser.post('/account/avisos', { intent: 'stop' })
  expect(await channelPreferencesOf(userId)).toEqual({ progress: 'none', reminders: 'none', offers: 'none' })
})

test('the link of a message works without signing in; another link does not', async () => {
  const { userId, link } = await customer()
  const stranger = web.browser()
  const page = await stranger.get(link)
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toContain('no-store')
  await stranger.post(link, { intent: 'choose', progress: 'email', reminders: 'none', offers: 'email' })
  expect((await channelPreferencesOf(userId)).reminders).toBe('none')
  expect((await stranger.get(`${link}x`)).status).toBe(404)
  expect((await stranger.post(`${link}x`, { intent: 'stop' })).status).toBe(404)
})

test('a mail program unsubscribes from a topic with one POST from anywhere; a GET changes nothing', async () => {
  const { userId, link } = await customer()
  const post = (address: string) =>
    web.handle(
      new Request(`http://localhost:3000${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
      { address: '203.0.113.9' },
    )
  const opened = await web.browser().get(`${link}/parar/reminders`)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, link])
  expect((await channelPreferencesOf(userId)).reminders).toBe('email')
  expect((await post(`${link}/parar/reminders`)).status).toBe(204)
  expect(await channelPreferencesOf(userId)).toEqual({
    progress: 'email',
    reminders: 'none',
    offers: 'email',
  })
  expect((await post(`${link}/parar/tudo`)).status).toBe(204)
  expect(await channelPreferencesOf(userId)).toEqual({ progress: 'none', reminders: 'none', offers: 'none' })
  expect((await post(`${link}x/parar/reminders`)).status).toBe(404)
})

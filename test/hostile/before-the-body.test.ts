// Databases: one. What is decided here is decided before anything is stored.
import { expect, test } from 'vitest'
import routes from '../../src/web/routes.ts'
import { demoAccount, signedIn } from '../support/desk.ts'
import { holdRequest } from '../support/held-request.ts'
import { serverOf } from '../support/http.ts'
import { allPages, type Browser, publicUrl, webWith } from '../support/web.ts'

const mailSecret = 'segredo-do-correio-0123456789abcdef'
const web = webWith(allPages, async () => ({ MAIL_WEBHOOK_SECRET: mailSecret }))
const refused: unknown[] = []
const server = serverOf(web, { trustedProxies: 1, refusedBody: (facts) => void refused.push(facts) })

const KB = 1024
const someId = '00000000-0000-4000-8000-000000000000'
const pathOf = (pattern = '') => `/${pattern.replaceAll(/:[a-zA-Z]+/g, someId).replace('*', 'x')}`
const multipart = 'Content-Type: multipart/form-data; boundary=x\r\n'
const ours = `${multipart}Origin: ${publicUrl}\r\n`
const cookieOf = ({ cookies }: Browser) =>
  `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n`

/** Returns the response to a body of which nothing arrives. */
async function answerTo(
  path: string,
  headers: string,
  size: number,
): Promise<{ status: number; text: string }> {
  const held = holdRequest(server.port(), { path, headers, size, sent: 0 })
  await expect.poll(held.status, { timeout: 5_000 }).toBeGreaterThan(0)
  return { status: held.status(), text: held.answer().split('\r\n\r\n')[1] ?? '' }
}

const forms = routes.filter(({ traits }) => traits.body !== 'signed')

test('refuses a form from another site before its body arrives, on every route', async () => {
  expect(forms.length).toBeGreaterThan(90)
  const headers = `${multipart}Origin: https://evil.example\r\n`
  const ask = async (path: string) => [path, (await answerTo(path, headers, 200 * KB)).status]
  const asked = forms.map(({ path }) => pathOf(path))
  expect(await Promise.all(asked.map(ask))).toEqual(asked.map((path) => [path, 403]))
})

test('reports a body that is larger than its page takes, without its path', async () => {
  refused.length = 0
  expect(await answerTo(`/consulta/${someId}`, ours, 300 * KB)).toMatchObject({ status: 413 })
  expect(refused).toEqual([{ ip: '10.0.0.1', requestId: expect.any(String), about: '/consulta/:key' }])
})

test('refuses an unexpected or unauthenticated notice before its body arrives', async () => {
  const statusOf = async (path: string, headers = '') => (await answerTo(path, headers, 200 * KB)).status
  expect(await statusOf('/webhooks/whatsapp')).toBe(404)
  expect(await statusOf('/webhooks/pix/x')).toBe(404)
  expect(await statusOf('/webhooks/correio')).toBe(401)
  expect(await statusOf('/webhooks/correio', 'Authorization: Bearer errado\r\n')).toBe(401)
  expect(await statusOf(`/preferencias/${someId}/parar/tudo`)).toBe(404)
})

test('accepts the mail server’s e-mail, also when it arrives in pieces', async () => {
  const mail = `From: a@exemplo.com\r\nTo: b@exemplo.com\r\nSubject: x\r\n\r\n${'a'.repeat(500 * KB)}`
  const headers = `Authorization: Bearer ${mailSecret}\r\nContent-Type: message/rfc822\r\n`
  const held = holdRequest(server.port(), { path: '/webhooks/correio', headers, size: mail.length, sent: 0 })
  for (let at = 0; at < mail.length; at += 90 * KB) {
    held.socket.write(mail.slice(at, at + 90 * KB))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await expect.poll(held.status).toBe(200)
})

test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused before its body arrives', async (method) => {
  for (const path of ['/auth', '/painel/pedidos/x', '/webhooks/correio']) {
    const held = holdRequest(server.port(), { method, path, headers: ours, size: 200 * KB, sent: 0 })
    await expect.poll(held.status).toBe(405)
  }
})

const large = routes.filter(({ traits }) => traits.access === 'team' && traits.maxBodyBytes > 256 * KB)

test.each(['a guest', 'a guest with a cookie of ours', 'a customer'])(
  'for %s, a desk path accepts no larger body than an unknown path',
  async (who) => {
    const browser = who === 'a customer' ? await signedIn(web, demoAccount('customer')) : web.browser()
    if (who === 'a guest with a cookie of ours') browser.cookies.set('rc_avisos', 'x')
    const headers = ours + (browser.cookies.size > 0 ? cookieOf(browser) : '')
    expect(large.length).toBeGreaterThan(2)
    for (const size of [257 * KB, 5_000 * KB, 90_000 * KB])
      for (const { path } of large)
        expect(await answerTo(pathOf(path), headers, size)).toEqual(
          await answerTo('/nao-existe', headers, size),
        )
  },
)

test('a member can send a file to the desk', async () => {
  const member = await signedIn(web, demoAccount('staff'))
  for (const { path } of large) {
    const size = 300 * KB
    const headers = ours + cookieOf(member)
    const held = holdRequest(server.port(), { path: pathOf(path), headers, size })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(held.status()).toBe(0)
    held.more(10)
    await expect.poll(held.status).toBeGreaterThan(0)
    expect(held.status()).not.toBe(413)
  }
})

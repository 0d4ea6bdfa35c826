// Databases: one. What the server sends, byte by byte, is the same on both.
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { paths } from '../../src/web/paths.ts'
import routes from '../../src/web/routes.ts'
import { atDesk, demoAccount, signedIn } from '../support/desk.ts'
import { serverOf } from '../support/http.ts'
import { allPages, type Browser, publicUrl, webWith } from '../support/web.ts'

/*
 * To everybody else the desk is an unknown path: the whole answer is compared, its status line, its headers and how its body is
 * framed included.
 */

const web = webWith(allPages)
const server = serverOf(web)

const someId = '00000000-0000-4000-8000-000000000000'
const unknown = '/nao-existe'
const hidden = routes
  .filter(({ traits }) => ['team', 'team-door', 'invited'].includes(traits.access))
  .map(({ path }) => `/${path?.replaceAll(/:[a-zA-Z]+/g, someId)}`)

/** Sends one request; returns all that comes back, without what identifies it. */
function ask(head: string, headers: string, body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port(), '127.0.0.1')
    const length = body ? `Content-Length: ${body.length}\r\n` : ''
    socket.write(
      `${head} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n${headers}${length}\r\n${body}`,
    )
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () =>
      resolve(answer.replace(/^Date: .*$/m, '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')),
    )
  })
}

const cookieOf = ({ cookies }: Browser) =>
  cookies.size > 0 ? `Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n` : ''

const forms = `Origin: ${publicUrl}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
const requests: readonly [name: string, method: string, after: string, headers: string, body?: string][] = [
  ['a page', 'GET', '', ''],
  ['a page, compressed', 'GET', '', 'Accept-Encoding: br\r\n'],
  ['a page that is known already', 'GET', '', 'If-None-Match: *\r\n'],
  ['a page as data', 'GET', '', 'Accept: application/vnd.recomeco.page+json\r\n'],
  ['a page of a campaign', 'GET', '?utm_source=a', ''],
  ['a page with a query', 'GET', '?depois=x', ''],
  ['a path with a slash more', 'GET', '/', ''],
  ['headers', 'HEAD', '', ''],
  ['options', 'OPTIONS', '', ''],
  ['a form', 'POST', '', forms, 'intent=invite'],
  ['a form of another site', 'POST', '', 'Origin: https://evil.example\r\n', 'intent=invite'],
  ['no form', 'POST', '', `Origin: ${publicUrl}\r\n`, '{}'],
  ['a deletion', 'DELETE', '', ''],
]

test.each(['a guest', 'a guest with a cookie of ours', 'a customer'])(
  'to %s every desk path answers like an unknown path, byte by byte',
  async (who) => {
    const browser = who === 'a customer' ? await signedIn(web, demoAccount('customer')) : web.browser()
    if (who === 'a customer') await browser.get('/')
    if (who === 'a guest with a cookie of ours') browser.cookies.set('rc_avisos', 'x')
    expect(hidden).toContain(`/painel/convite/${someId}`)
    for (const [name, method, after, headers, body] of requests) {
      const answerOf = (path: string) => ask(`${method} ${path}${after}`, headers + cookieOf(browser), body)
      const expected = await answerOf(unknown)
      for (const path of [...hidden, '/PAINEL/Convite/x', '/painel/convite/%C3%A9'])
        expect([name, path, await answerOf(path)]).toEqual([name, path, expected])
    }
  },
)

test('an open invitation is shown to its holder, and to nobody else from a cache', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'convidada@exemplo.com.br'
  await owner.post('/painel/equipe', { intent: 'invite', nome: 'Convidada', email, funcao: 'support' })
  const [link = ''] = await web.linksTo(email)
  const path = new URL(link).pathname
  expect(await ask(`GET ${path}`, '')).toContain(email)
  expect(await ask(`GET ${paths.invitation('outro')}`, '')).toBe(await ask(`GET ${unknown}`, ''))
  expect(await ask(`GET ${path}`, '')).toContain(email)
})

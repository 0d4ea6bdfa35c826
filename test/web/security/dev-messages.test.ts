// Databases: one
import { expect, test } from 'vitest'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/dev/mensagens': () => import('../../../src/web/routes/dev/messages.tsx'),
  '/dev/mensagens/:id': () => import('../../../src/web/routes/dev/message.tsx'),
  '/dev/mensagens/:id/html': () => import('../../../src/web/routes/dev/message-html.ts'),
  '/dev/mensagens.json': () => import('../../../src/web/routes/dev/messages-json.ts'),
})

test('messages are listed newest first, as JSON and as a page that escapes them', async () => {
  for (const subject of ['A primeira', 'A <b>segunda</b>']) {
    await web.app.notifications.send(web.database, {
      to: 'ana@exemplo.com.br',
      channel: 'email',
      kind: 'account.confirm',
      subject,
      text: 'Entre: http://localhost:3000/auth?t=1&u=2 <script>alert(1)</script>',
    })
    web.pass(1)
  }
  const answer = await web.browser().get('/dev/mensagens.json')
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toMatchObject([
    {
      to: 'ana@exemplo.com.br',
      channel: 'email',
      kind: 'account.confirm',
      subject: 'A <b>segunda</b>',
      text: expect.stringContaining('Entre: http'),
      links: ['http://localhost:3000/auth?t=1&u=2'],
      at: expect.stringMatching(/^2026-03-02T/),
    },
    { subject: 'A primeira' },
  ])

  const page = await web.browser().get('/dev/mensagens')
  const html = await page.text()
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('<a href="http://localhost:3000/auth?t=1&amp;u=2">')
  expect(html).toContain('A &lt;b&gt;segunda&lt;/b&gt;')
  expect(html).not.toContain('<script>alert')
})

test('an e-mail is shown in two widths and two colour schemes, framed by our own page alone', async () => {
  await web.app.notifications.send(web.database, {
    ...{ to: 'ana@exemplo.com.br', channel: 'email', kind: 'account.confirm', subject: 'Olhe <b>aqui</b>' },
    text: 'Um texto.\n\nAbra:\nhttp://localhost:3000/tracking',
  })
  const list = await (await web.browser().get('/dev/mensagens')).text()
  const path = /href="(\/dev\/mensagens\/[0-9a-f-]{36})"/.exec(list)?.[1] ?? ''
  const page = await web.browser().get(path)
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const frames = [...html.matchAll(/<iframe[^>]*? src="([^"]*)"[^>]*? width="(\d+)"/g)].map((found) =>
    found.slice(1),
  )
  expect(frames).toEqual([
    [`${path}/html`, '360'],
    [`${path}/html?tema=escuro`, '360'],
    [`${path}/html`, '1280'],
    [`${path}/html?tema=escuro`, '1280'],
  ])
  const mail = await web.browser().get(`${path}/html`)
  expect(mail.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  )
  expect(mail.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(mail.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const body = await mail.text()
  expect(body).toContain('Olhe &lt;b&gt;aqui&lt;/b&gt;</h1>')
  expect(body).toContain('<a href="http://localhost:3000/tracking"')
  expect((await web.browser().get('/dev/mensagens/x')).status).toBe(404)
  expect((await web.browser().get('/dev/mensagens/x/html')).status).toBe(404)
})

test('without the simulator both are a 404', async () => {
  const { config } = web.app
  config.demo = false
  try {
    for (const path of ['/dev/mensagens', '/dev/mensagens.json']) {
      const answer = await web.browser().get(path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('ana@exemplo.com.br')
    }
  } finally {
    config.demo = true
  }
})

test('every page has the security headers and a strict policy', async () => {
  const { headers } = await web.browser().get('/dev/mensagens')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes/)
})

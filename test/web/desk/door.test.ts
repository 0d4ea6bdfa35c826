// Databases: one
import { expect, test } from 'vitest'
import { atDesk, codeOf, demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

test.each(['a visitor', 'a customer'])(
  'to %s the desk is an unknown path, whatever is asked of it',
  async (who) => {
    const browser = who === 'a visitor' ? web.browser() : await signedIn(web, demoAccount('customer'))
    // With the notice of the sign-in.
    await browser.get('/')
    for (const path of ['/painel', '/painel/entrar', '/painel/equipe', '/painel/eventos', '/Painel/']) {
      expect(await answerOf(browser, path)).toEqual(await answerOf(browser, '/nao-existe'))
      const posted = await browser.post(path, { intent: 'invite' })
      expect(await seenOf(posted)).toEqual(
        await seenOf(await browser.post('/nao-existe', { intent: 'invite' })),
      )
    }
    expect(await (await browser.get('/')).text()).not.toContain('Painel')
    const robots = await (await web.browser().get('/robots.txt')).text()
    expect(robots).not.toContain('painel')
  },
)

async function answerOf(browser: Browser, path: string) {
  return seenOf(await browser.get(path))
}

/** Everything of an answer but what names the request. */
async function seenOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: response.status,
    headers,
    html: (await response.text()).replaceAll(/[0-9a-f-]{36}/g, 'id'),
  }
}

test('a member enters the second factor, and none of its codes works twice', async () => {
  web.pass(1)
  const account = demoAccount('support')
  const browser = await signedIn(web, account)
  expect(await (await browser.get('/')).text()).toContain('<a class="top-link" href="/painel">Painel</a>')
  const closed = await browser.get('/painel/equipe')
  expect(closed.headers.get('Location')).toBe('/painel/entrar?voltar=%2Fpainel%2Fequipe')
  const code = codeOf(web, account.email)
  const wrong = await browser.post('/painel/entrar', { codigo: code === '000000' ? '000001' : '000000' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Este código não vale')
  const entered = await browser.post('/painel/entrar', { codigo: code })
  expect(entered.headers.get('Location')).toBe('/painel')
  expect((await browser.get('/painel')).status).toBe(200)

  const elsewhere = await signedIn(web, account)
  expect((await elsewhere.post('/painel/entrar', { codigo: code })).status).toBe(422)
  expect((await elsewhere.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
})

test('five wrong codes at once are slowed, also for the right one', async () => {
  web.pass(1)
  const account = demoAccount('finance')
  const browser = await signedIn(web, account)
  for (let tries = 0; tries < 5; tries++) await browser.post('/painel/entrar', { codigo: '12345' })
  const slowed = await browser.post('/painel/entrar', { codigo: codeOf(web, account.email) })
  expect(await slowed.text()).toContain('Muitas tentativas')
  web.pass(4)
  const later = await browser.post('/painel/entrar', { codigo: codeOf(web, account.email) })
  expect(later.headers.get('Location')).toBe('/painel')
})

test('the desk closes after an hour without work, after twelve, with the sign-in, and by its button', async () => {
  const idle = await atDesk(web, 'staff')
  web.pass(61)
  expect((await idle.get('/painel')).headers.get('Location')).toBe('/painel/entrar')

  const busy = await atDesk(web, 'staff')
  for (let times = 0; times < 14; times++) {
    web.pass(55)
    await busy.get('/painel')
  }
  expect((await busy.get('/painel')).headers.get('Location')).toBe('/painel/entrar')

  const left = await atDesk(web, 'staff')
  const cookie = left.cookies.get('rc_painel') ?? ''
  await left.post('/painel/sair', {})
  left.cookies.set('rc_painel', cookie)
  expect((await left.get('/painel')).headers.get('Location')).toBe('/painel/entrar')

  const signedOut = await atDesk(web, 'staff')
  const stolen = new Map(signedOut.cookies)
  await signedOut.post('/sair', {})
  for (const [name, value] of stolen) signedOut.cookies.set(name, value)
  expect((await signedOut.get('/painel')).status).toBe(404)
})

test('reading that nobody asked for does not keep the desk open', async () => {
  const browser = await atDesk(web, 'staff')
  for (let times = 0; times < 4; times++) {
    web.pass(16)
    await browser.get('/painel', { 'x-desk-by-itself': '1' })
  }
  expect((await browser.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
})

test('somebody invited creates a password, sets up an app, notes the recovery codes, and uses one', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'nova@exemplo.com.br'
  const asked = { intent: 'invite', nome: 'Nova Pessoa', email, funcao: 'support' }
  expect((await owner.post('/painel/equipe', asked)).headers.get('Location')).toBe('/painel/equipe')
  const [link = ''] = await web.linksTo(email)
  const browser = web.browser()
  expect(await (await browser.get(link)).text()).toContain('nova@exemplo.com.br')
  expect((await browser.post(link, { senha: 'curta' })).status).toBe(422)
  const accepted = await browser.post(link, { senha: 'Quaresmeira@71' })
  expect(accepted.headers.get('Location')).toBe('/auth')
  expect((await browser.get(link)).status).toBe(404)
  expect((await web.browser().post(link, { senha: 'Quaresmeira@71' })).status).toBe(404)

  const member = await signedIn(web, { email, password: 'Quaresmeira@71' })
  const page = await (await member.get('/painel/entrar')).text()
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? ''
  const { codeAt } = await import('../../../src/modules/team/totp.server.ts')
  const setUp = await member.post('/painel/entrar', { codigo: codeAt(secret, web.app.clock.now()) })
  const codes = [...(await setUp.text()).matchAll(/<code>([0-9A-Z-]{29})<\/code>/g)].map(
    ([, code = '']) => code,
  )
  expect(codes).toHaveLength(10)
  expect((await member.get('/painel')).status).toBe(200)
  expect(await (await member.get('/painel/entrar')).text()).not.toContain(secret)

  const lost = await signedIn(web, { email, password: 'Quaresmeira@71' })
  const [code = ''] = codes
  const typed = code.toLowerCase().replaceAll('-', ' ')
  expect((await lost.post('/painel/entrar', { codigo: typed })).headers.get('Location')).toBe('/painel')
  const again = await signedIn(web, { email, password: 'Quaresmeira@71' })
  expect((await again.post('/painel/entrar', { codigo: code })).status).toBe(422)
  const stored = await web.database.$client.query(
    "select secret::text || (select string_agg(code_hash, '') from team_recovery_codes) as text from team_second_factors",
  )
  expect(JSON.stringify(stored.rows)).not.toContain(secret)
  expect(JSON.stringify(stored.rows)).not.toContain(codes[1])
})

test('what is grave asks for the second factor again after a quarter of an hour', async () => {
  const owner = await atDesk(web, 'owner')
  web.pass(16)
  const asked = { intent: 'invite', nome: 'Outra Pessoa', email: 'outra@exemplo.com.br', funcao: 'finance' }
  const first = await owner.post('/painel/equipe', asked)
  expect(first.headers.get('Location')).toBe('/painel/entrar?voltar=%2Fpainel%2Fequipe')
  expect(await web.linksTo('outra@exemplo.com.br')).toEqual([])
  const before = new Map(owner.cookies)
  const code = codeOf(web, demoAccount('owner').email)
  const confirmed = await owner.post('/painel/entrar?voltar=/painel/equipe', { codigo: code })
  expect(confirmed.headers.get('Location')).toBe('/painel/equipe')
  // Whoever copied the cookie before stays outside.
  const copied = web.browser()
  for (const [name, value] of before) copied.cookies.set(name, value)
  expect((await copied.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
  await owner.post('/painel/equipe', asked)
  expect(await web.linksTo('outra@exemplo.com.br')).toHaveLength(1)
})

test.each(['support', 'finance', 'owner'] as const)(
  'the role %s sees where its own desk is open and ends it there, and nobody else can',
  async (role) => {
    const here = await atDesk(web, role)
    const elsewhere = await atDesk(web, role)
    const page = await (await here.get('/painel/acessos')).text()
    const ids = [...page.matchAll(/name="id" value="([0-9a-f-]{36})"/g)].map(([, id = '']) => id)
    expect(page).toContain('este navegador')
    expect(ids.length).toBeGreaterThan(0)

    const other = await atDesk(web, 'staff')
    for (const id of ids) await other.post('/painel/acessos', { intent: 'end-session', id })
    expect((await elsewhere.get('/painel')).status).toBe(200)

    for (const id of ids) await here.post('/painel/acessos', { intent: 'end-session', id })
    expect((await elsewhere.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
    expect((await elsewhere.post('/painel', { intent: 'claim' })).headers.get('Location')).toBe(
      '/painel/entrar',
    )
    expect((await here.get('/painel')).status).toBe(200)
  },
)

test('a changed role closes the desk, and nobody changes their own or takes the last owner away', async () => {
  const owner = await atDesk(web, 'owner')
  const members = await web.app.team.members()
  const idOf = (email: string) => members.find((member) => member.email === email)?.id ?? ''
  const staff = await atDesk(web, 'staff')
  const change = { intent: 'role', id: idOf(demoAccount('staff').email), motivo: 'muda de setor' }
  await owner.post('/painel/equipe', { ...change, funcao: 'finance' })
  expect((await staff.get('/painel')).status).toBe(404)
  expect((await web.app.team.members()).find(({ id }) => id === change.id)?.role).toBe('finance')
  await owner.post('/painel/equipe', { ...change, funcao: 'staff' })

  const own = {
    intent: 'role',
    id: idOf(demoAccount('owner').email),
    funcao: 'support',
    motivo: 'por engano',
  }
  const refused = await owner.post('/painel/equipe', own)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('ninguém muda o próprio acesso')
  expect(await web.app.backoffice.firstAuditBreach()).toBeUndefined()
})

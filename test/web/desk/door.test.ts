// Databases: one
import { expect, test } from 'vitest'
import { atDesk, codeOf, demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

test.each(['a visitor', 'a customer'])(
  'to %s the desk answers every request like an unknown path',
  async (who) => {
    const browser = who === 'a visitor' ? web.browser() : await signedIn(web, demoAccount('customer'))
    // Includes the toast of the sign-in.
    await browser.get('/')
    for (const path of ['/painel', '/painel/entrar', '/painel/equipe', '/painel/eventos', '/Painel/']) {
      expect(await answerOf(browser, path)).toEqual(await answerOf(browser, '/nao-existe'))
      const posted = await browser.post(path, { intent: 'invite' })
      expect(await seenOf(posted)).toEqual(
        await seenOf(await browser.post('/nao-existe', { intent: 'invite' })),
      )
    }
    const invitation = '/painel/convite/Zm9yYQ'
    expect(await answerOf(browser, invitation)).toEqual(await answerOf(browser, '/nao-existe'))
    expect(await seenOf(await browser.post(invitation, { senha: 'Quaresmeira@71' }))).toEqual(
      await seenOf(await browser.post('/nao-existe', { senha: 'Quaresmeira@71' })),
    )
    expect(await (await browser.get('/')).text()).not.toContain('Painel')
    const robots = await (await web.browser().get('/robots.txt')).text()
    expect(robots).not.toContain('painel')
  },
)

async function answerOf(browser: Browser, path: string) {
  return seenOf(await browser.get(path))
}

/** Returns everything of a response except what identifies the request. */
async function seenOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: response.status,
    headers,
    html: (await response.text()).replaceAll(/[0-9a-f-]{36}/g, 'id'),
  }
}

test('a member enters the second factor, and no code works twice', async () => {
  web.pass(1)
  const account = demoAccount('support')
  const browser = await signedIn(web, account)
  expect(await (await browser.get('/')).text()).toContain('<a class="top-link" href="/painel">Painel</a>')
  const closed = await browser.get('/painel/equipe')
  expect(closed.headers.get('Location')).toBe('/painel/entrar?voltar=%2Fpainel%2Fequipe')
  // What was posted is not done, and no address of a form is a page to return to; nor is one that is no link of the desk's.
  const posted = await browser.post('/painel/equipe', { intent: 'invite' })
  expect(posted.headers.get('Location')).toBe('/painel/entrar')
  const long = await browser.get(`/painel/pedidos?q=${'a'.repeat(500)}`)
  expect(long.headers.get('Location')).toBe('/painel/entrar')
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

test.each([
  ['/painel/pedidos?q=ž', '/painel/pedidos?q=%C5%BE'],
  ['/painel?ver=minha', '/painel?ver=minha'],
  ['/painel\r\nX:1', '/painel'],
  ['/painel/\r\nX:1', '/painel/X:1'],
  ['/painel/../account', '/painel'],
  ['//evil.example/painel', '/painel'],
  ['/painel.evil.example', '/painel'],
  ['\u0000', '/painel'],
])('the desk’s sign-in returns to %j as %s, and uses up no code for nothing', async (asked, to) => {
  web.pass(1)
  const account = demoAccount('support')
  const door = `/painel/entrar?${new URLSearchParams({ voltar: asked })}`
  const browser = await signedIn(web, account)
  const entered = await browser.post(door, { codigo: codeOf(web, account.email) })
  expect([entered.status, entered.headers.get('location')]).toEqual([302, to])
  expect(browser.cookies.has('rc_painel')).toBe(true)
  const fresh = await browser.get(door)
  expect([fresh.status, fresh.headers.get('location')]).toEqual([302, to])
})

test('five wrong codes at once are slowed down, also for the right one', async () => {
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

test('knowing the password without a code blocks the member neither from the desk nor from grave actions there', async () => {
  web.pass(16)
  const account = demoAccount('owner')
  const home = '203.0.113.40'
  const enter = async (browser: Browser) => {
    web.pass(1)
    return browser.post('/painel/entrar', { codigo: codeOf(web, account.email) })
  }
  const signIn = async (address: string) => {
    const browser = web.browser(address)
    await browser.post('/auth', { intent: 'sign-in', email: account.email, password: account.password })
    return browser
  }
  const atWork = await signIn(home)
  expect((await enter(atWork)).headers.get('Location')).toBe('/painel')
  web.pass(16)

  const thief = await signIn('198.51.100.99')
  const guess = () => thief.post('/painel/entrar', { codigo: '12345' })
  for (let tries = 0; tries < 6; tries++) await guess()
  expect((await (await enter(thief)).text()).includes('Muitas tentativas')).toBe(true)

  expect((await enter(atWork)).headers.get('Location')).toBe('/painel')
  const inTheEvening = await signIn(home)
  expect((await enter(inTheEvening)).headers.get('Location')).toBe('/painel')
  // Another network of the member is one of the strangers'.
  await guess()
  expect(await (await enter(await signIn('203.0.113.41'))).text()).toContain('Muitas tentativas')
})

test('the desk session ends after an hour without work, after twelve hours, with the sign-in, or by its button', async () => {
  const idle = await atDesk(web, 'staff')
  const staff = (await web.app.team.members()).find(({ email }) => email === demoAccount('staff').email)
  const listed = async () => (await web.app.team.deskSessionsOf({ userId: staff?.id ?? '' })).length
  expect(await listed()).toBe(1)
  web.pass(61)
  expect((await idle.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
  expect(await listed()).toBe(0)

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

test('signing in again requires the second factor again, although the desk cookie is still there', async () => {
  const browser = await atDesk(web, 'support')
  const { email, password } = demoAccount('support')
  const cookie = browser.cookies.get('rc_painel') ?? ''
  await browser.post('/sair', {})
  await browser.post('/auth', { intent: 'sign-in', email, password })
  browser.cookies.set('rc_painel', cookie)
  expect((await browser.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
})

test('automatic reading does not keep the desk session open', async () => {
  const browser = await atDesk(web, 'staff')
  for (let times = 0; times < 4; times++) {
    web.pass(16)
    await browser.get('/painel', { 'x-desk-by-itself': '1' })
  }
  expect((await browser.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
})

test('an invited person creates a password, sets up an app, notes the recovery codes, and uses one', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'nova@exemplo.com.br'
  const asked = { intent: 'invite', nome: 'Nova Pessoa', email, funcao: 'support' }
  const nameless = await owner.post('/painel/equipe', { ...asked, nome: '--' })
  expect(await nameless.text()).toContain('Escreva o nome da pessoa.')
  expect((await owner.post('/painel/equipe', asked)).headers.get('Location')).toBe('/painel/equipe')
  const [link = ''] = await web.linksTo(email)
  const browser = web.browser()
  const shown = await browser.get(link)
  expect(await shown.text()).toContain('nova@exemplo.com.br')
  const kept = ['cache-control', 'referrer-policy'].map((name) => shown.headers.get(name))
  expect(kept, 'its address is a secret, and it names a person').toEqual(['private, no-store', 'same-origin'])
  const refused = await browser.post(link, { senha: 'curta' })
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([422, 'private, no-store'])
  const accepted = await browser.post(link, { senha: 'Quaresmeira@71' })
  expect(accepted.headers.get('Location')).toBe('/auth')
  expect((await browser.get(link)).status).toBe(404)
  expect((await web.browser().post(link, { senha: 'Quaresmeira@71' })).status).toBe(405)

  const entered = await browser.post('/auth', { intent: 'sign-in', email, password: 'Quaresmeira@71' })
  expect(entered.headers.get('Location'), 'whoever is new does not know the address').toBe('/painel')
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

test('somebody who opened the set-up page earlier, with the password, does not know the secret that the member sets up', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'outra-nova@exemplo.com.br'
  await owner.post('/painel/equipe', { intent: 'invite', nome: 'Nova Pessoa', email, funcao: 'finance' })
  const [link = ''] = await web.linksTo(email)
  const account = { email, password: 'Quaresmeira@71' }
  await web.browser().post(link, { senha: account.password })

  const secretOn = async (browser: Browser) => {
    const page = await (await browser.get('/painel/entrar')).text()
    return /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? ''
  }
  const [thief, member] = [await signedIn(web, account), await signedIn(web, account)]
  const [seen, own] = [await secretOn(thief), await secretOn(member)]
  expect(seen).toMatch(/^[A-Z2-7]{32}$/)
  expect(own).not.toBe(seen)
  expect(await secretOn(member), 'the page is opened again').toBe(own)

  const { codeAt } = await import('../../../src/modules/team/totp.server.ts')
  const enter = (browser: Browser, secret: string) =>
    browser.post('/painel/entrar', { codigo: codeAt(secret, web.app.clock.now()) })
  expect((await enter(member, seen)).status).toBe(422)
  expect((await enter(member, own)).status).toBe(200)
  web.pass(1)
  expect((await enter(thief, seen)).status).toBe(422)
  expect((await enter(await signedIn(web, account), own)).headers.get('Location')).toBe('/painel')
})

test('grave actions ask for the second factor again after a quarter of an hour', async () => {
  const owner = await atDesk(web, 'owner')
  web.pass(16)
  const asked = { intent: 'invite', nome: 'Outra Pessoa', email: 'outra@exemplo.com.br', funcao: 'finance' }
  // With script it is requested in a dialog, before the same request is sent again.
  const json = 'application/vnd.recomeco.page+json'
  const first = await owner.post('/painel/equipe', asked, { Accept: json })
  expect(JSON.parse(await first.text())).toEqual({ redirect: '/painel/entrar?voltar=%2Fpainel%2Fequipe' })
  expect(await web.linksTo('outra@exemplo.com.br')).toEqual([])
  const before = new Map(owner.cookies)
  const code = codeOf(web, demoAccount('owner').email)
  const confirmed = await owner.post('/painel/entrar?voltar=/painel/equipe', { codigo: code })
  expect(confirmed.headers.get('Location')).toBe('/painel/equipe')
  // A person who copied the earlier cookie remains outside.
  const copied = web.browser()
  for (const [name, value] of before) copied.cookies.set(name, value)
  expect((await copied.get('/painel')).headers.get('Location')).toBe('/painel/entrar')
  await owner.post('/painel/equipe', asked)
  expect(await web.linksTo('outra@exemplo.com.br')).toHaveLength(1)
})

test('without a script the second factor is requested on the same page, with all input kept', async () => {
  const owner = await atDesk(web, 'owner')
  web.pass(16)
  const email = 'terceira@exemplo.com.br'
  const typed = { intent: 'invite', nome: 'Zé "da Hora" <Silva>', email, funcao: 'finance' }
  const asked = await owner.post('/painel/equipe', typed)
  const posted = hiddenIn(await asked.text())
  expect(Object.fromEntries(posted)).toMatchObject(typed)
  expect(await web.linksTo(email)).toEqual([])

  const again = { ...Object.fromEntries(posted), 'segundo-fator': '12345' }
  const wrong = await (await owner.post('/painel/equipe', again)).text()
  expect(wrong).toContain('Este código não vale')
  expect(Object.fromEntries(hiddenIn(wrong))).toMatchObject(typed)
  // The wrong code is not sent again before the next one.
  expect(hiddenIn(wrong)).toEqual(posted)
  expect(await web.linksTo(email)).toEqual([])

  const before = new Map(owner.cookies)
  const code = codeOf(web, demoAccount('owner').email)
  const sent = await owner.post('/painel/equipe', { ...Object.fromEntries(posted), 'segundo-fator': code })
  expect(sent.headers.get('Location')).toBe('/painel/equipe')
  expect(await web.linksTo(email)).toHaveLength(1)
  expect(await (await owner.get('/painel/equipe')).text()).toContain('Convite enviado')
  expect(owner.cookies.get('rc_painel')).not.toBe(before.get('rc_painel'))
})

/** Returns the hidden fields of the form that requests the second factor. */
function hiddenIn(html: string): [string, string][] {
  const form = /<form[^>]*class="[^"]*desk-again[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  return [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, unescaped(value)],
  )
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

test('a refusal without a script is shown at the top, with the input kept', async () => {
  const owner = await atDesk(web, 'owner')
  const refused = await owner.post('/painel/equipe', {
    intent: 'invite',
    ...{ nome: 'Fulana de Tal', email: 'não é um endereço', funcao: 'support' },
  })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toMatch(/<p class="desk-problem desk-refused" role="alert">[^<]+<\/p>/)
  expect(html).toContain('value="Fulana de Tal"')
})

test('a member alone renews the recovery codes: new ones shown once, the old ones void, on record', async () => {
  const browser = await atDesk(web, 'support')
  const renew = async () => {
    const page = await (await browser.post('/painel/acessos', { intent: 'renew-codes' })).text()
    return [...page.matchAll(/<code>([0-9A-Z-]{29})<\/code>/g)].map(([, code = '']) => code)
  }
  const [old = ''] = await renew()
  const [fresh = '', ...others] = await renew()
  expect(others).toHaveLength(9)
  expect(await (await browser.get('/painel/acessos')).text()).toContain('Restam 10 códigos')
  expect(await (await browser.get('/painel/acessos')).text()).not.toContain(fresh)

  const lost = await signedIn(web, demoAccount('support'))
  expect((await lost.post('/painel/entrar', { codigo: old })).status).toBe(422)
  expect((await lost.post('/painel/entrar', { codigo: fresh })).headers.get('Location')).toBe('/painel')
  const { rows } = await web.database.$client.query(
    "select actor_id, detail::text from audit_log where action = 'access.recovery-codes'",
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(fresh)

  // A person who finds the screen open a quarter of an hour later gets no codes.
  web.pass(16)
  expect(await renew()).toEqual([])
})

test.each(['support', 'finance', 'owner'] as const)(
  'the role %s sees and ends its own desk sessions, and nobody else’s',
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

test('a changed role ends the desk session; nobody changes their own role or removes the last owner', async () => {
  const owner = await atDesk(web, 'owner')
  const members = await web.app.team.members()
  const idOf = (email: string) => members.find((member) => member.email === email)?.id ?? ''
  const staff = await atDesk(web, 'staff')
  const change = { intent: 'role', id: idOf(demoAccount('staff').email), motivo: 'muda de setor' }
  await owner.post('/painel/equipe', { ...change, funcao: 'finance' })
  expect((await staff.get('/painel')).status).toBe(404)
  expect((await web.app.team.members()).find(({ id }) => id === change.id)?.role).toBe('finance')
  await owner.post('/painel/equipe', { ...change, funcao: 'staff' })
  const removed = await owner.post('/painel/equipe', { ...change, funcao: 'customer' })
  expect((await owner.follow(removed)).html).toContain('A pessoa não é mais da equipe')
  // Should they come back, it is with an app that they set up then.
  const factors = await web.database.$client.query('select 1 from team_second_factors where user_id = $1', [
    change.id,
  ])
  expect(factors.rows).toEqual([])
  await web.database.transaction((tx) =>
    web.app.identity.changeRole(tx, { email: demoAccount('staff').email, role: 'staff' }),
  )

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

test('setting up the second factor again requires the password, also in a browser that was signed in before', async () => {
  const account = demoAccount('finance')
  const lost = await atDesk(web, 'finance')
  const [member] = (await web.app.team.members()).filter(({ email }) => email === account.email)
  const [owner] = (await web.app.team.members()).filter(({ role }) => role === 'owner')
  const reset = { userId: member?.id ?? '', actor: owner?.id ?? '', reason: 'perdeu o celular' }
  expect(await web.app.backoffice.resetSecondFactor(reset)).toMatchObject({ ok: true })
  expect((await lost.get('/painel/entrar')).status).toBe(404)
  expect((await lost.get('/account')).status).toBe(302)
  const page = await (await (await signedIn(web, account)).get('/painel/entrar')).text()
  expect(page).toMatch(/<code>[A-Z2-7 ]+<\/code>/)
})

test('an invited person with an account is notified that it opens the desk now; a new account needs no such e-mail', async () => {
  const owner = await atDesk(web, 'owner')
  const [had, fresh] = ['ja-cliente@exemplo.com.br', 'ainda-nao@exemplo.com.br']
  await web.app.identity.ensureAccounts([{ role: 'customer', email: had, password: 'Quaresmeira@71' }])
  for (const email of [had, fresh]) {
    await owner.post('/painel/equipe', { intent: 'invite', nome: 'Nova Pessoa', email, funcao: 'support' })
    const [link = ''] = await web.linksTo(email)
    expect((await web.browser().post(link, { senha: 'Quaresmeira@71' })).status).toBe(302)
    const member = (await web.app.team.members()).find((one) => one.email === email)
    expect(member).toMatchObject({ email, role: 'support' })
  }
  const { rows } = await web.database.$client.query(
    `select "to" from messages where kind = 'team.welcome' and "to" = any($1)`,
    [[had, fresh]],
  )
  expect(rows).toEqual([{ to: had }])
})

test('a second invitation of an address ends the first, which had another role, and lasts three days', async () => {
  const owner = await atDesk(web, 'owner')
  const invited = { intent: 'invite', nome: 'Outra Pessoa', email: 'duas@exemplo.com.br' }
  await owner.post('/painel/equipe', { ...invited, funcao: 'owner' })
  const [first = ''] = await web.linksTo(invited.email)
  await owner.post('/painel/equipe', { ...invited, funcao: 'support' })
  const second = (await web.linksTo(invited.email)).find((link) => link !== first) ?? ''
  expect((await web.browser().get(first)).status).toBe(404)
  expect((await web.browser().get(second)).status).toBe(200)
  const waits = async () =>
    (await (await (await atDesk(web, 'owner')).get('/painel/equipe')).text()).includes(invited.email)
  expect(await waits()).toBe(true)
  web.pass(1)
  await owner.post('/painel/equipe', { ...invited, email: 'depois@exemplo.com.br', funcao: 'support' })
  const [newest] = await web.app.team.openInvitations()
  expect(newest?.email).toBe('depois@exemplo.com.br')
  web.pass(3 * 24 * 60)
  expect((await web.browser().get(second)).status).toBe(404)
  expect(await waits()).toBe(false)
})

test('a former member cannot return by an invitation of their own', async () => {
  const owner = await atDesk(web, 'owner')
  const invited = { intent: 'invite', nome: 'Dona Nova', email: 'dona@exemplo.com.br', funcao: 'owner' }
  await owner.post('/painel/equipe', invited)
  const [link = ''] = await web.linksTo(invited.email)
  await web.browser().post(link, { senha: 'Quaresmeira@71' })
  const [second] = (await web.app.team.members()).filter(({ email }) => email === invited.email)
  const by = second?.id ?? ''
  const open = { name: 'De Volta', email: 'volta@exemplo.com.br', role: 'owner' as const }
  expect(await web.app.backoffice.invite({ ...open, actor: by, reason: 'para o plantão' })).toMatchObject({
    ok: true,
  })
  const [back = ''] = await web.linksTo(open.email)
  const [first] = (await web.app.team.members()).filter(({ email }) => email === demoAccount('owner').email)
  const leave = { userId: by, role: 'customer' as const, actor: first?.id ?? '', reason: 'saiu da empresa' }
  expect(await web.app.backoffice.setMemberRole(leave)).toMatchObject({ ok: true })
  expect((await web.browser().get(back)).status).toBe(404)
  expect((await web.browser().post(back, { senha: 'Quaresmeira@71' })).status).not.toBe(302)
  expect((await web.app.team.members()).map(({ email }) => email)).not.toContain(open.email)
})

test('several invitations of an address at once leave one link, and who left the team comes back by none of them', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'convidada@exemplo.com.br'
  const asked = { intent: 'invite', nome: 'Rita Convidada', email, funcao: 'owner' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.post('/painel/equipe', asked).then(({ status }) => status)),
  )
  expect(answers).toEqual([302, 302, 302, 302, 302])
  const sent = await web.app.notifications.recent({ limit: 50 })
  const links = sent.filter(({ to }) => to === email).flatMap((message) => message.links)
  expect(new Set(links).size).toBe(5)
  const open = await Promise.all(links.map((link) => web.browser().get(link)))
  expect(open.filter(({ status }) => status === 200)).toHaveLength(1)

  for (const link of links) await web.browser().post(link, { senha: 'Quaresmeira@71' })
  const member = (await web.app.team.members()).find((one) => one.email === email)
  expect(member?.role).toBe('owner')
  const removal = { intent: 'role', id: member?.id ?? '', funcao: 'customer', motivo: 'Saiu da equipe' }
  expect((await owner.post('/painel/equipe', removal)).status).toBe(302)
  for (const link of links) await web.browser().post(link, { senha: 'Quaresmeira@71' })
  expect((await web.app.team.members()).map((one) => one.email)).not.toContain(email)
})

test('an invitation that is still open ends when its address leaves the team', async () => {
  const owner = await atDesk(web, 'owner')
  const email = 'admitida@exemplo.com.br'
  await owner.post('/painel/equipe', { intent: 'invite', nome: 'Admitida Antes', email, funcao: 'owner' })
  const [link = ''] = await web.linksTo(email)
  // Admitted in another way meanwhile.
  await web.app.identity.ensureAccounts([{ role: 'support', email, password: 'Girassol@77' }])
  const userId = (await web.app.identity.accountOf(web.database, email))?.userId ?? ''
  const removal = { intent: 'role', id: userId, funcao: 'customer', motivo: 'Saiu da equipe' }
  expect((await owner.post('/painel/equipe', removal)).status).toBe(302)
  expect((await web.browser().get(link)).status).toBe(404)
})

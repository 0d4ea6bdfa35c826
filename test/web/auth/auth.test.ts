// Databases: one
import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { cookiesFor } from '../../../src/web/session/cookies.server.ts'
import { overloadedError } from '../../support/overloaded-error.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/auth/confirmar': () => import('../../../src/web/routes/auth/confirm.tsx'),
  '/auth/confira-seu-email': () => import('../../../src/web/routes/auth/check-email.tsx'),
  '/create-account': () => import('../../../src/web/routes/auth/create-account.tsx'),
  '/sair': () => import('../../../src/web/routes/auth/sign-out.ts'),
  '/tracking': async () => protectedPage,
})

/** A page that requires a signed-in user. */
const protectedPage = {
  async loader({ context, request }: { context: never; request: Request }) {
    const { requireViewer } = await import('../../../src/web/session/viewer.server.ts')
    return { email: (await requireViewer(context, request)).email }
  },
  default: () => null,
}

const PASSWORD = 'Girassol@77'
const OTHER = 'Ipe-amarelo@88'
const [customer] = DEMO_ACCOUNTS
const demo = { email: customer?.email ?? '', password: customer?.password ?? '' }
let emailCount = 0
const freshEmail = () => `visitante${++emailCount}@exemplo.com.br`

async function newAccount(): Promise<string> {
  const email = freshEmail()
  const browser = web.browser()
  await browser.post('/auth?aba=criar-conta', {
    intent: 'sign-up',
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })
  await browser.post((await web.linksTo(email))[0] ?? '', {})
  return email
}

test('an address with invisible characters, as copied from a chat, is the same mailbox', async () => {
  const email = freshEmail()
  const pasted = `\u200b${email.replace('@', '\u00ad@')}\ufeff`
  const browser = web.browser()
  const passwords = { password: PASSWORD, confirmPassword: PASSWORD }
  await browser.post('/auth?aba=criar-conta', { intent: 'sign-up', email: pasted, ...passwords })
  await browser.post((await web.linksTo(email))[0] ?? '', {})
  const entered = await web.browser().post('/auth', { intent: 'sign-in', email: pasted, password: PASSWORD })
  expect(entered.status).toBe(302)
})

test('the page has its texts and shows the tab of its URL', async () => {
  const html = await (await web.browser().get('/auth')).text()
  for (const text of [
    'Acesse sua conta',
    'Entre ou crie uma nova conta',
    'Entrar',
    'Criar Conta',
    'Esqueci Senha',
  ]) {
    expect(html).toContain(text)
  }
  expect(html).not.toContain('Trocar Senha')
  expect(html).toContain('name="password"')
  const signUp = await (await web.browser().get('/auth?aba=criar-conta')).text()
  expect(signUp).toContain('name="confirmPassword"')
  const reset = await (await web.browser().get('/auth?aba=esqueci-senha')).text()
  expect(reset).not.toContain('type="password"')
})

test('a wrong password gets a 400 with the reason, keeps the e-mail and never echoes the password', async () => {
  const answer = await web
    .browser()
    .post('/auth', { intent: 'sign-in', email: demo.email, password: 'Errada@123' })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain('Erro no login')
  expect(html).toContain('Email ou senha inválidos.')
  expect(html).toContain(`value="${demo.email}"`)
  expect(html).not.toContain('Errada@123')
})

test.each([
  ['signs in', { email: demo.email, password: 'Errada@123' }, 'Erro no login'],
  ['signs up', { email: 'sem@exemplo.com.br', password: 'x', confirmPassword: 'x' }, '8 caracteres'],
  ['requests a new password', { email: 'x' }, 'Email inválido'],
])('a post without an intent %s according to its fields', async (_what, fields, answer) => {
  expect(await (await web.browser().post('/auth', fields)).text()).toContain(answer)
})

test('the response to an unknown e-mail equals that to a wrong password', async () => {
  const ask = async (email: string) => {
    const answer = await web.browser().post('/auth', { intent: 'sign-in', email, password: 'Errada@123' })
    const html = await answer.text()
    return [answer.status, html.replaceAll(email, '')]
  }
  expect(await ask('ninguem@exemplo.com.br')).toEqual(await ask(demo.email))
})

test.each([
  [
    'sign-in',
    '/auth',
    { email: 'torto', password: '12345' },
    ['Email inválido', 'Senha deve ter pelo menos 6 caracteres'],
  ],
  [
    'sign-up',
    '/auth?aba=criar-conta',
    { email: 'a@b.com.br', password: 'curta', confirmPassword: 'outra' },
    ['Senha deve ter pelo menos 8 caracteres', 'Senhas não coincidem'],
  ],
  [
    'sign-up',
    '/auth?aba=criar-conta',
    { email: 'a@b.com.br', password: 'semclasses', confirmPassword: 'semclasses' },
    ['Senha deve conter pelo menos: 1 letra minúscula, 1 maiúscula, 1 número e 1 caractere especial'],
  ],
  [
    'sign-up',
    '/auth?aba=criar-conta',
    { email: 'a@b.com.br', password: 'Senha@123', confirmPassword: 'Senha@123' },
    ['Esta senha é fácil de adivinhar. Escolha outra.'],
  ],
  ['reset-request', '/auth?aba=esqueci-senha', { email: '' }, ['Email inválido']],
])('%s at %s reports the errors of %o', async (intent, path, fields, messages) => {
  const answer = await web.browser().post(path, { intent, ...(fields as Record<string, string>) })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  for (const message of messages) expect(html).toContain(message)
})

test('an account from the tab: created, confirmed by its link, signed in, signed out', async () => {
  const browser = web.browser()
  const email = freshEmail()
  const fields = { intent: 'sign-up', email, password: PASSWORD, confirmPassword: PASSWORD }
  const created = await browser.follow(await browser.post('/auth?aba=criar-conta', fields))
  expect(created.path).toBe('/auth/confira-seu-email')
  expect(created.html).toContain('Confira seu e-mail')
  expect(created.html).toContain('Conta criada com sucesso!')
  expect(created.html).toContain('Verifique seu email para confirmar a conta.')

  const early = await browser.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
  expect(early.status).toBe(400)
  expect(await early.text()).toContain('Confirme seu e-mail')

  const [link = ''] = await web.linksTo(email)
  const opened = await browser.get(link)
  expect(opened.status).toBe(200)
  expect(await opened.text()).toContain('Confirmar e entrar')
  const confirmed = await browser.follow(await browser.post(link, {}))
  expect(confirmed.path).toBe('/')
  expect(confirmed.html).toContain('E-mail confirmado!')
  expect(confirmed.html).toContain(email)
  expect(browser.cookies.has('rc_cadastro')).toBe(false)
  await browser.post('/sair', {})
  const again = await browser.follow(await browser.get(link))
  expect(again.html).toContain('Seu e-mail já está confirmado.')
  const invented = await browser.follow(await browser.get('/auth/confirmar?token=inventado'))
  expect(invented.html).toContain('Este link não vale mais.')

  const entered = await browser.follow(
    await browser.post('/auth', { intent: 'sign-in', email, password: PASSWORD }),
  )
  expect(entered.path).toBe('/')
  expect(entered.html).toContain('Login realizado com sucesso!')
  expect(entered.html).toContain('Bem-vindo de volta!')
  expect(entered.html).toContain(email)

  const page = await browser.get('/')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect((await browser.get('/auth')).headers.get('location')).toBe('/')
  expect((await browser.get('/create-account')).headers.get('location')).toBe('/')

  const kept = new Map(browser.cookies)
  const left = await browser.follow(await browser.post('/sair', {}))
  expect(left.html).not.toContain(email)
  // A copy of the old cookie grants no access.
  const thief = web.browser()
  for (const [name, value] of kept) thief.cookies.set(name, value)
  expect(await (await thief.get('/')).text()).not.toContain(email)
})

test('signing up with a known e-mail gets exactly the response of a new one', async () => {
  const known = await newAccount()
  const ask = async (email: string) => {
    const browser = web.browser()
    const fields = { intent: 'sign-up', email, password: PASSWORD, confirmPassword: PASSWORD }
    const answer = await browser.post('/auth?aba=criar-conta', fields)
    // The browser's token is random for both.
    const cookies = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.replace(/(rc_cadastro=)[^;]{100,}/, '$1…'))
    const { html } = await browser.follow(answer)
    const seen = html.replaceAll(email, '')
    return [answer.status, answer.headers.get('location'), cookies, seen]
  }
  const waiting = freshEmail()
  await ask(waiting)
  const answers = [await ask(known), await ask(waiting)]
  expect(answers).toEqual([await ask(freshEmail()), await ask(freshEmail())])
  expect(JSON.stringify(answers)).toContain('rc_cadastro=…')
})

test('a protected page requires signing in, which returns to it', async () => {
  const browser = web.browser()
  const asked = await browser.get('/tracking?busca=limpeza')
  expect(asked.headers.get('location')).toBe('/auth')
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/tracking?busca=limpeza')
  expect((await browser.get('/tracking')).status).toBe(200)
  expect(browser.cookies.has('rc_voltar')).toBe(false)
})

test('a return path too long for a cookie leads back to its page, and the sign-in answer is not cached', async () => {
  const browser = web.browser()
  await browser.get(`/tracking?q=${'x'.repeat(5_000)}`)
  expect(browser.cookies.get('rc_voltar')?.length).toBeLessThan(1_000)
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/tracking')
  expect(entered.headers.get('cache-control')).toBe('private, no-store')
})

test('no link of a stranger fills the cookies of a browser, whose requests a proxy would refuse for an hour', async () => {
  const browser = web.browser()
  await browser.get(`/auth?recuperar=${'a'.repeat(2_900)}`)
  await browser.get(`/tracking${'/'.repeat(2_900)}`)
  const sizes = [...browser.cookies].map(([name, value]) => [name, value.length])
  expect(sizes.filter(([, length]) => Number(length) > 1_500)).toEqual([])
  const asked = await browser.follow(await browser.get('/tracking'))
  expect(asked.path).toBe('/auth')
})

test('a form sent after the session ended tells that it was not carried out', async () => {
  const browser = web.browser()
  const asked = await browser.follow(await browser.get('/tracking'))
  expect(asked.html).not.toContain('Entre de novo para continuar')
  const sent = await browser.follow(await browser.post('/tracking', {}))
  expect(sent.html).toContain('Entre de novo para continuar')
  expect(sent.html).toContain('Sua sessão terminou, e o que você acabou de enviar não foi feito.')
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/tracking')
})

test('a form sent after the session ended leads back to the tab that it was on', async () => {
  const browser = web.browser()
  await browser.post('/tracking?aba=cadastro', {})
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/tracking?aba=cadastro')
})

test('a forged return path is ignored', async () => {
  const { ownPath } = await import('../../../src/web/session/viewer.server.ts')
  const paths = [
    '/payments?x=1',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    'javascript:1',
    '',
  ]
  expect(paths.map(ownPath)).toEqual(['/payments?x=1', ...Array(8).fill(undefined)])
  expect(ownPath('/payments\r\nX: 1?busca=ž #ž')).toBe('/paymentsX:%201?busca=%C5%BE%20#%C5%BE')
  const browser = web.browser()
  browser.cookies.set('rc_voltar', Buffer.from('"/payments"').toString('base64'))
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/')
})

test('a recovery link shows its form without a script, hides its token from the URL, and works once', async () => {
  const email = await newAccount()
  const browser = web.browser()
  const asked = await browser.post('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
  const sent = await browser.follow(asked)
  expect(sent.html).toContain('Email enviado!')
  expect(sent.html).toContain('Verifique seu email para redefinir a senha.')
  // The toast disappears after seconds; the page still says what comes next.
  const later = await (await browser.get(sent.path)).text()
  expect(later).not.toContain('Email enviado!')
  expect(later).toContain('Agora abra o seu e-mail')

  const [link = ''] = await web.linksTo(email)
  expect(link).toMatch(/\/auth\?recuperar=[\w-]{43}#type=recovery$/)
  const opened = await browser.get(link)
  expect(opened.headers.get('location')).toBe('/auth?recuperacao=1')
  const panel = await browser.follow(opened)
  expect(panel.html).toContain('Definir Nova Senha')
  expect(panel.html).toContain('Salvar Nova Senha')
  const token = new URL(link).searchParams.get('recuperar') ?? ''
  expect(panel.html).not.toContain(token)

  const fields = { intent: 'recovery', newPassword: OTHER, confirmNewPassword: 'outra' }
  const wrong = await browser.post('/auth?recuperacao=1', fields)
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html).toContain('Senhas não coincidem')
  expect(html).toContain('Definir Nova Senha')

  const saved = await browser.post('/auth?recuperacao=1', { ...fields, confirmNewPassword: OTHER })
  const home = await browser.follow(saved)
  expect(home.path).toBe('/')
  expect(home.html).toContain('Senha atualizada!')
  expect(home.html).toContain(email)

  const late = web.browser()
  const dead = await late.follow(await late.get(link))
  expect(dead.path).toBe('/auth?aba=esqueci-senha')
  expect(dead.html).toContain('Este link já foi usado ou venceu. Peça outro aqui.')
  // A signed-in person is redirected to the home page, where no link can be requested.
  const again = await browser.follow(await browser.get(link))
  expect(again.path).toBe('/')
  expect(again.html).toContain('Este link já foi usado ou venceu. Para pedir outro, saia da sua conta.')
  const signedIn = await late.post('/auth', { intent: 'sign-in', email, password: OTHER })
  expect(signedIn.status).toBe(302)
})

test('a recovery link names its account and never replaces the session of the signed-in person', async () => {
  const [mine, forgotten] = [await newAccount(), await newAccount()]
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email: mine, password: PASSWORD })
  await browser.post('/auth?aba=esqueci-senha', { intent: 'reset-request', email: forgotten })
  const [link = ''] = await web.linksTo(forgotten)
  const session = browser.cookies.get('rc_sessao')

  const opened = await browser.get(link)
  expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
  const page = await browser.get(opened.headers.get('location') ?? '')
  // With `no-referrer` browsers would send the form with `Origin: null`.
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  const html = await page.text()
  expect(html).toContain('v•••@exemplo.com.br')
  expect(html).toContain(`Neste aparelho você entrou como ${mine}, e vai continuar assim.`)
  expect(html).not.toContain(forgotten)
  expect(browser.cookies.get('rc_sessao')).toBe(session)

  const fields = { intent: 'recovery', newPassword: OTHER, confirmNewPassword: OTHER }
  const saved = await browser.follow(await browser.post('/auth?recuperacao=1', fields))
  expect(saved.html).toContain('Você continua na conta em que já estava.')
  expect(saved.html).toContain(mine)
  expect(browser.cookies.get('rc_sessao')).toBe(session)

  const elsewhere = web.browser()
  const entered = await elsewhere.post('/auth', { intent: 'sign-in', email: forgotten, password: OTHER })
  expect(entered.status).toBe(302)
})

test('signing in and changing the password give the browser a new session cookie', async () => {
  const email = await newAccount()
  const browser = web.browser()
  const seen = new Set<string | undefined>()
  for (const _ of [1, 2]) {
    await browser.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
    seen.add(browser.cookies.get('rc_sessao'))
  }
  const fields = { currentPassword: PASSWORD, newPassword: OTHER, confirmNewPassword: OTHER }
  await browser.post('/auth?aba=trocar-senha', { intent: 'change-password', ...fields })
  seen.add(browser.cookies.get('rc_sessao'))
  expect(seen.size).toBe(3)
  expect((await browser.get('/tracking')).status).toBe(200)
})

test('requesting a recovery for an unknown e-mail gets the same response', async () => {
  const ask = async (email: string) => {
    const answer = await web.browser().post('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
    return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]
  }
  expect(await ask(freshEmail())).toEqual(await ask(await newAccount()))
})

test('saving a new password without a recovery link changes nothing', async () => {
  const browser = web.browser()
  const fields = { intent: 'recovery', newPassword: OTHER, confirmNewPassword: OTHER }
  const answer = await browser.post('/auth?recuperacao=1', fields)
  expect(answer.headers.get('location')).toBe('/auth?aba=esqueci-senha')
  expect(browser.cookies.has('rc_sessao')).toBe(false)
})

test('the password is changed in its tab, which requires signing in', async () => {
  const stranger = web.browser()
  expect((await stranger.get('/auth?aba=trocar-senha')).headers.get('location')).toBe('/auth')
  const fields = { intent: 'change-password', newPassword: OTHER, confirmNewPassword: OTHER }
  const refused = await stranger.post('/auth?aba=trocar-senha', { ...fields, currentPassword: PASSWORD })
  expect(refused.headers.get('location')).toBe('/auth')

  const email = await newAccount()
  const [here, elsewhere] = [web.browser(), web.browser()]
  for (const browser of [here, elsewhere]) {
    await browser.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
  }
  const tab = await (await here.get('/auth?aba=trocar-senha')).text()
  for (const text of [
    'Trocar Senha',
    'name="currentPassword"',
    'name="newPassword"',
    'name="confirmNewPassword"',
  ]) {
    expect(tab).toContain(text)
  }
  const wrong = await here.post('/auth?aba=trocar-senha', { ...fields, currentPassword: 'Errada@123' })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('Senha atual incorreta')
  const short = await here.post('/auth?aba=trocar-senha', { ...fields, currentPassword: '1' })
  expect(await short.text()).toContain('Digite sua senha atual')

  const changed = await here.follow(
    await here.post('/auth?aba=trocar-senha', { ...fields, currentPassword: PASSWORD }),
  )
  expect(changed.html).toContain('Senha alterada com sucesso!')
  expect(changed.html).toContain('Sua senha foi atualizada.')
  expect((await elsewhere.get('/tracking')).headers.get('location')).toBe('/auth')
})

test('too many attempts get a 429 with a message and a Retry-After header', async () => {
  const email = await newAccount()
  const guess = () =>
    web.browser('198.51.100.250').post('/auth', { intent: 'sign-in', email, password: 'Errada@123' })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
  const answer = await guess()
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('90')
  expect(await answer.text()).toContain('Muitas tentativas. Tente novamente em 2 minutos.')
  web.pass(1.5)
  expect((await guess()).status).toBe(400)
})

test('a browser that signed in before is let in whatever strangers try on its network', async () => {
  const email = await newAccount()
  const own = web.browser('198.51.100.251')
  const signIn = (browser: typeof own, password: string) =>
    browser.post('/auth', { intent: 'sign-in', email, password })
  expect((await signIn(own, PASSWORD)).status).toBe(302)
  expect(own.cookies.get('rc_aparelho')).toMatch(/^[\w-]{16}\.[0-9a-z]+\.[\w-]{32}$/)
  await own.post('/sair', {})
  for (let n = 0; n < 12; n++) await signIn(web.browser('198.51.100.251'), 'Errada@123')
  expect((await signIn(web.browser('198.51.100.251'), PASSWORD)).status).toBe(429)
  expect((await signIn(own, PASSWORD)).status).toBe(302)
})

test('a browser that changed the password is still known, with the new one', async () => {
  const email = await newAccount()
  const own = web.browser('198.51.100.252')
  const signIn = (browser: typeof own, password: string) =>
    browser.post('/auth', { intent: 'sign-in', email, password })
  await signIn(own, PASSWORD)
  web.pass(1)
  await own.post('/auth?aba=trocar-senha', {
    intent: 'change-password',
    currentPassword: PASSWORD,
    newPassword: OTHER,
    confirmNewPassword: OTHER,
  })
  await own.post('/sair', {})
  for (let n = 0; n < 12; n++) await signIn(web.browser('198.51.100.252'), 'Errada@123')
  expect((await signIn(web.browser('198.51.100.252'), OTHER)).status).toBe(429)
  expect((await signIn(own, OTHER)).status).toBe(302)
})

test('an offline page belongs to its account, and signing out clears the device', async () => {
  const ownerOf = async (browser: ReturnType<typeof web.browser>, path: string) =>
    (await browser.get(path)).headers.get('x-account')
  const [one, same, other] = [web.browser(), web.browser(), web.browser()]
  const email = await newAccount()
  for (const browser of [one, same]) await browser.post('/auth', { intent: 'sign-in', ...demo })
  await other.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
  const owner = await ownerOf(one, '/tracking')
  expect(owner).toMatch(/^[\w-]{22}$/)
  expect(await ownerOf(same, '/tracking')).toBe(owner)
  expect(await ownerOf(other, '/tracking')).not.toBe(owner)
  const marked = async (path: string) => (await one.get(path)).headers.get('x-keep')
  expect([await marked('/tracking'), await marked('/')]).toEqual(['day', null])
  expect(await ownerOf(web.browser(), '/tracking')).toBeNull()
  expect((await one.post('/sair', {})).headers.get('clear-site-data')).toBe('"storage"')
})

test('signing out leaves no open result, draft or code to the next person at this browser', async () => {
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', ...demo })
  const cleared = (await browser.post('/sair', {})).headers
    .getSetCookie()
    .filter((line) => /Max-Age=0/i.test(line))
    .map((line) => line.split('=')[0])
  const { toasts, ...others } = cookiesFor(web.app.config.session)
  const kept = Object.values(others).map(({ name }) => name)
  expect(cleared).toEqual(expect.arrayContaining(kept))
  expect(cleared).not.toContain(toasts.name)
})

test('an unknown form is refused, and a GET signs nobody out', async () => {
  expect((await web.browser().post('/auth', { intent: 'nada-disso' })).status).toBe(400)
  expect((await web.browser().post('/auth', {})).status).toBe(400)
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', ...demo })
  expect((await browser.get('/sair')).headers.get('location')).toBe('/')
  expect((await browser.get('/tracking')).status).toBe(200)
})

test('every cookie is HttpOnly and SameSite=Lax, and a tampered session is signed out', async () => {
  const browser = web.browser()
  const entered = await browser.post('/auth', { intent: 'sign-in', ...demo })
  for (const cookie of entered.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  const session = browser.cookies.get('rc_sessao') ?? ''
  browser.cookies.set('rc_sessao', `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`)
  expect((await browser.get('/tracking')).headers.get('location')).toBe('/auth')
})

const person = {
  tipoConta: 'pessoal',
  nome: 'Ana Souza',
  telefone: '(48) 99999-1234',
  documento: '529.982.247-25',
  senha: PASSWORD,
  confirmarSenha: PASSWORD,
}

test('an account is created with the profile data', async () => {
  const browser = web.browser()
  const email = freshEmail()
  const created = await browser.follow(await browser.post('/create-account', { ...person, email }))
  expect(created.html).toContain('Conta criada com sucesso!')
  await browser.post((await web.linksTo(email))[0] ?? '', {})
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const viewer = await web.app.identity.viewerOf(new Headers({ cookie }))
  expect(viewer && { ...viewer, documento: viewer.documento() }).toMatchObject({
    nome: 'Ana Souza',
    documento: '52998224725',
    telefone: '+5548999991234',
    tipoConta: 'pessoal',
  })
})

test.each([
  [{ nome: 'A' }, 'Nome deve ter pelo menos 2 caracteres'],
  [{ email: 'torto' }, 'Email inválido'],
  [{ telefone: '9999' }, 'Telefone deve ter pelo menos 10 caracteres'],
  [{ senha: 'Aa1@', confirmarSenha: 'Aa1@' }, 'Senha deve ter pelo menos 6 caracteres'],
  [{ senha: 'Aa1@xyz', confirmarSenha: 'Aa1@xyz' }, 'Senha deve ter pelo menos 8 caracteres'],
  [{ confirmarSenha: 'outra' }, 'Senhas não coincidem'],
  [{ documento: '1234567890' }, 'Documento inválido'],
  [{ documento: '529.982.247-26' }, 'Documento inválido'],
  [{ tipoConta: 'empresa' }, 'Documento inválido'],
  [{ tipoConta: 'outro' }, 'Selecione o tipo de conta'],
])('creating an account with %o shows "%s" and keeps the submitted values', async (wrong, message) => {
  const sent = { ...person, email: freshEmail(), ...wrong }
  const answer = await web.browser().post('/create-account', sent)
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain(message)
  const { nome, email, telefone, documento, tipoConta } = sent
  for (const typed of [nome, email, telefone, documento]) expect(html).toContain(`value="${typed}"`)
  const chosen = /<input[^>]*name="tipoConta"[^>]*checked=""[^>]*value="(\w+)"/.exec(html)?.[1]
  expect(chosen).toBe(tipoConta === 'empresa' ? 'empresa' : 'pessoal')
  expect(html).not.toContain(PASSWORD)
})

test('while too many passwords wait, each form says so, keeps its input, and signs nobody in', async () => {
  const email = freshEmail()
  const known = await newAccount()
  await web.browser().post('/auth', { intent: 'reset-request', email: known })
  const recovery = web.browser()
  await recovery.get((await web.linksTo(known))[0]?.replace(/#.*/, '') ?? '')
  const signedIn = web.browser()
  await signedIn.post('/auth', { intent: 'sign-in', email: known, password: PASSWORD })
  const waiting = web.browser()
  const signUp = { intent: 'sign-up', email: freshEmail(), password: PASSWORD, confirmPassword: PASSWORD }
  await waiting.post('/auth?aba=criar-conta', signUp)
  const confirm = (await web.linksTo(signUp.email))[0] ?? ''

  const methods = ['signIn', 'signUp', 'resetPassword', 'changePassword', 'confirmEmail'] as const
  const busy = methods.map((name) => vi.spyOn(web.app.identity, name).mockRejectedValue(overloadedError()))
  try {
    const twice = { newPassword: OTHER, confirmNewPassword: OTHER }
    const changed = { intent: 'change-password', currentPassword: PASSWORD }
    const answers: [string, Promise<Response>][] = [
      ['sign-in', web.browser().post('/auth', { intent: 'sign-in', email, password: PASSWORD })],
      ['sign-up', web.browser().post('/auth?aba=criar-conta', { ...signUp, email })],
      ['create-account', web.browser().post('/create-account', { ...person, email })],
      ['recovery', recovery.post('/auth?recuperacao=1', { intent: 'recovery', ...twice })],
      ['change-password', signedIn.post('/auth?aba=trocar-senha', { ...changed, ...twice })],
      ['confirm', waiting.post(confirm, {})],
    ]
    for (const [name, answer] of answers) {
      const response = await answer
      const html = await response.text()
      expect([name, response.status]).toEqual([name, 503])
      expect(html).toContain('Muita gente está entrando neste momento. Espere um minuto e tente outra vez.')
      expect(html).not.toContain(PASSWORD)
      if (name.startsWith('sign') || name === 'create-account') expect(html).toContain(`value="${email}"`)
    }
    expect(busy.map((spy) => spy.mock.calls.length)).toEqual([1, 2, 1, 1, 1])
  } finally {
    for (const spy of busy) spy.mockRestore()
  }
})

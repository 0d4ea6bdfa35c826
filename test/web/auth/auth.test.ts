// Databases: one. Pages over HTTP; the use cases behind them have suites that run on both.
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/auth/confirmar': () => import('../../../src/web/routes/auth/confirm.ts'),
  '/create-account': () => import('../../../src/web/routes/auth/create-account.tsx'),
  '/sair': () => import('../../../src/web/routes/auth/sign-out.ts'),
  '/tracking': async () => guarded,
})

/** A page that asks for somebody signed in. */
const guarded = {
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
let people = 0
const freshEmail = () => `visitante${++people}@exemplo.com.br`

async function newAccount(): Promise<string> {
  const email = freshEmail()
  const visitor = web.visitor()
  await visitor.post('/auth?aba=criar-conta', {
    intent: 'sign-up',
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })
  await visitor.get((await web.linksTo(email))[0] ?? '')
  return email
}

test('the page says what it is and shows the tab of its address', async () => {
  const html = await (await web.visitor().get('/auth')).text()
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
  const signUp = await (await web.visitor().get('/auth?aba=criar-conta')).text()
  expect(signUp).toContain('name="confirmPassword"')
  const reset = await (await web.visitor().get('/auth?aba=esqueci-senha')).text()
  expect(reset).not.toContain('type="password"')
})

test('a wrong password answers 400 with the notice, the e-mail kept and no password', async () => {
  const answer = await web
    .visitor()
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
  ['asks for a new password', { email: 'x' }, 'Email inválido'],
])('a post that does not say which form it is %s by its fields', async (_what, fields, answer) => {
  expect(await (await web.visitor().post('/auth', fields)).text()).toContain(answer)
})

test('an unknown e-mail is answered like a wrong password', async () => {
  const ask = async (email: string) => {
    const answer = await web.visitor().post('/auth', { intent: 'sign-in', email, password: 'Errada@123' })
    const html = await answer.text()
    return [
      answer.status,
      html
        .replaceAll(email, '')
        .replace(/nonce="[^"]*"/g, '')
        .replace(/"[\w+/]{22}=="/g, ''),
    ]
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
])('%s at %s says what is wrong with %o', async (intent, path, fields, messages) => {
  const answer = await web.visitor().post(path, { intent, ...(fields as Record<string, string>) })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  for (const message of messages) expect(html).toContain(message)
})

test('an account from the tab: created, confirmed by its link, signed in, signed out', async () => {
  const visitor = web.visitor()
  const email = freshEmail()
  const fields = { intent: 'sign-up', email, password: PASSWORD, confirmPassword: PASSWORD }
  const created = await visitor.follow(await visitor.post('/auth?aba=criar-conta', fields))
  expect(created.path).toBe('/auth')
  expect(created.html).toContain('Conta criada com sucesso!')
  expect(created.html).toContain('Verifique seu email para confirmar a conta.')

  const early = await visitor.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
  expect(early.status).toBe(400)
  expect(await early.text()).toContain('Confirme seu email')

  const [link = ''] = await web.linksTo(email)
  const confirmed = await visitor.follow(await visitor.get(link))
  expect(confirmed.html).toContain('Email confirmado!')
  const again = await visitor.follow(await visitor.get(link))
  expect(again.html).toContain('Seu email já está confirmado.')
  const invented = await visitor.follow(await visitor.get('/auth/confirmar?token=inventado'))
  expect(invented.html).toContain('Este link não vale mais.')

  const entered = await visitor.follow(
    await visitor.post('/auth', { intent: 'sign-in', email, password: PASSWORD }),
  )
  expect(entered.path).toBe('/')
  expect(entered.html).toContain('Login realizado com sucesso!')
  expect(entered.html).toContain('Bem-vindo de volta!')
  expect(entered.html).toContain(email)

  const page = await visitor.get('/')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect((await visitor.get('/auth')).headers.get('location')).toBe('/')
  expect((await visitor.get('/create-account')).headers.get('location')).toBe('/')

  const kept = new Map(visitor.cookies)
  const left = await visitor.follow(await visitor.post('/sair', {}))
  expect(left.html).not.toContain(email)
  // The old cookie, kept by somebody, opens nothing.
  const thief = web.visitor()
  for (const [name, value] of kept) thief.cookies.set(name, value)
  expect(await (await thief.get('/')).text()).not.toContain(email)
})

test('an address that has an account is answered exactly as a new one', async () => {
  const known = await newAccount()
  const ask = async (email: string) => {
    const visitor = web.visitor()
    const fields = { intent: 'sign-up', email, password: PASSWORD, confirmPassword: PASSWORD }
    const answer = await visitor.post('/auth?aba=criar-conta', fields)
    return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]
  }
  expect(await ask(known)).toEqual(await ask(freshEmail()))
})

test('a protected page asks to sign in and is come back to', async () => {
  const visitor = web.visitor()
  const asked = await visitor.get('/tracking?busca=limpeza')
  expect(asked.headers.get('location')).toBe('/auth')
  const entered = await visitor.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/tracking?busca=limpeza')
  expect((await visitor.get('/tracking')).status).toBe(200)
  expect(visitor.cookies.has('rc_voltar')).toBe(false)
})

test('a forged place to come back to is not followed', async () => {
  const { isOwnPath } = await import('../../../src/web/session/viewer.server.ts')
  const paths = [
    '/payments?x=1',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:1',
    '',
  ]
  expect(paths.map(isOwnPath)).toEqual([true, false, false, false, false, false])
  const visitor = web.visitor()
  visitor.cookies.set('rc_voltar', Buffer.from('"/payments"').toString('base64'))
  const entered = await visitor.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/')
})

test('a hiring draft that waits is where signing in leads', async () => {
  const { cookiesFor } = await import('../../../src/web/session/cookies.server.ts')
  const visitor = web.visitor()
  const cookie = await cookiesFor(web.app.config.session).draft.serialize(
    '01890a5d-ac96-774b-bcce-b302099a8057',
  )
  visitor.cookies.set('rc_contratacao', cookie.split(';')[0]?.split(/=(.*)/s)[1] ?? '')
  const entered = await visitor.post('/auth', { intent: 'sign-in', ...demo })
  expect(entered.headers.get('location')).toBe('/contract')
})

test('a recovery link shows its panel without a script, its token leaves the address, and it works once', async () => {
  const email = await newAccount()
  const visitor = web.visitor()
  const asked = await visitor.post('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
  const sent = await visitor.follow(asked)
  expect(sent.html).toContain('Email enviado!')
  expect(sent.html).toContain('Verifique seu email para redefinir a senha.')

  const [link = ''] = await web.linksTo(email)
  expect(link).toMatch(/\/auth\?recuperar=[\w-]{43}#type=recovery$/)
  const opened = await visitor.get(link)
  expect(opened.headers.get('location')).toBe('/auth?recuperacao=1')
  const panel = await visitor.follow(opened)
  expect(panel.html).toContain('Definir Nova Senha')
  expect(panel.html).toContain('Salvar Nova Senha')
  const token = new URL(link).searchParams.get('recuperar') ?? ''
  expect(panel.html).not.toContain(token)

  const fields = { intent: 'recovery', newPassword: OTHER, confirmNewPassword: 'outra' }
  const wrong = await visitor.post('/auth?recuperacao=1', fields)
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html).toContain('Senhas não coincidem')
  expect(html).toContain('Definir Nova Senha')

  const saved = await visitor.post('/auth?recuperacao=1', { ...fields, confirmNewPassword: OTHER })
  const home = await visitor.follow(saved)
  expect(home.path).toBe('/')
  expect(home.html).toContain('Senha atualizada!')
  expect(home.html).toContain(email)

  const late = web.visitor()
  const dead = await late.follow(await late.get(link))
  expect(dead.path).toBe('/auth?aba=esqueci-senha')
  expect(dead.html).toContain('Este link já foi usado ou venceu.')
  const signedIn = await late.post('/auth', { intent: 'sign-in', email, password: OTHER })
  expect(signedIn.status).toBe(302)
})

test('a recovery for an address nobody has is answered the same', async () => {
  const ask = async (email: string) => {
    const answer = await web.visitor().post('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
    return [answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]
  }
  expect(await ask(freshEmail())).toEqual(await ask(await newAccount()))
})

test('saving a new password without a recovery link changes nothing', async () => {
  const visitor = web.visitor()
  const fields = { intent: 'recovery', newPassword: OTHER, confirmNewPassword: OTHER }
  const answer = await visitor.post('/auth?recuperacao=1', fields)
  expect(answer.headers.get('location')).toBe('/auth?aba=esqueci-senha')
  expect(visitor.cookies.has('rc_sessao')).toBe(false)
})

test('the password is changed in its tab, which only somebody signed in sees', async () => {
  const stranger = web.visitor()
  expect((await stranger.get('/auth?aba=trocar-senha')).headers.get('location')).toBe('/auth')
  const fields = { intent: 'change-password', newPassword: OTHER, confirmNewPassword: OTHER }
  const refused = await stranger.post('/auth?aba=trocar-senha', { ...fields, currentPassword: PASSWORD })
  expect(refused.headers.get('location')).toBe('/auth')

  const email = await newAccount()
  const [here, elsewhere] = [web.visitor(), web.visitor()]
  for (const visitor of [here, elsewhere]) {
    await visitor.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
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

test('too many guesses are answered 429, in words and for programs', async () => {
  const email = await newAccount()
  const guess = () => web.visitor().post('/auth', { intent: 'sign-in', email, password: 'Errada@123' })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
  const answer = await guess()
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('900')
  expect(await answer.text()).toContain('Muitas tentativas. Tente novamente em 15 minutos.')
  web.pass(15)
  expect((await guess()).status).toBe(400)
})

test('a form nobody knows is refused, and an address alone signs nobody out', async () => {
  expect((await web.visitor().post('/auth', { intent: 'nada-disso' })).status).toBe(400)
  expect((await web.visitor().post('/auth', {})).status).toBe(400)
  const visitor = web.visitor()
  await visitor.post('/auth', { intent: 'sign-in', ...demo })
  expect((await visitor.get('/sair')).headers.get('location')).toBe('/')
  expect((await visitor.get('/tracking')).status).toBe(200)
})

test('every cookie is http-only and lax, and a tampered session is nobody', async () => {
  const visitor = web.visitor()
  const entered = await visitor.post('/auth', { intent: 'sign-in', ...demo })
  for (const cookie of entered.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
  const session = visitor.cookies.get('rc_sessao') ?? ''
  visitor.cookies.set('rc_sessao', `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`)
  expect((await visitor.get('/tracking')).headers.get('location')).toBe('/auth')
})

const person = {
  tipoConta: 'pessoal',
  nome: 'Ana Souza',
  telefone: '(48) 99999-1234',
  documento: '529.982.247-25',
  senha: PASSWORD,
  confirmarSenha: PASSWORD,
}

test('an account of a person is created with who they are', async () => {
  const visitor = web.visitor()
  const email = freshEmail()
  const created = await visitor.follow(await visitor.post('/create-account', { ...person, email }))
  expect(created.html).toContain('Conta criada com sucesso!')
  await visitor.get((await web.linksTo(email))[0] ?? '')
  await visitor.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await web.app.identity.viewerOf(new Headers({ cookie }))).toMatchObject({
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
])('creating an account with %o says "%s" and keeps what was typed', async (wrong, message) => {
  const answer = await web.visitor().post('/create-account', { ...person, email: freshEmail(), ...wrong })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain(message)
  expect(html).toContain('value="')
  expect(html).not.toContain(PASSWORD)
})

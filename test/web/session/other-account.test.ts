// Databases: one
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { type Browser, webWith } from '../../support/web.ts'

const web = webWith({
  '/': () => import('../../../src/web/routes/content/home.tsx'),
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/sair': () => import('../../../src/web/routes/auth/sign-out.ts'),
  '/account': () => import('../../../src/web/routes/account/account.tsx'),
  '/account/documentos': () => import('../../../src/web/routes/account/add-documents.ts'),
  '/account/avisos': () => import('../../../src/web/routes/account/preferences.tsx'),
  '/account/privacidade': () => import('../../../src/web/routes/privacy/account-privacy.tsx'),
})
const [demo] = DEMO_ACCOUNTS
const password = demo?.password ?? ''

async function account() {
  const email = `${newId()}@exemplo.com.br`
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const { rows } = await web.database.$client.query('select id from users where email = $1', [email])
  return { email, userId: String(rows[0].id) }
}

/** Reads everything that the forms change. */
function storedOf({ userId, email }: { userId: string; email: string }) {
  const { registrations, notifications, privacy, identity } = web.app
  return Promise.all([
    registrations.of({ userId }),
    notifications.preferencesOf({ userId }),
    privacy.ownRequests({ person: { userId, email, phone: undefined } }),
    privacy.ownConsents({ userId }),
    identity.profileOf(userId),
  ])
}

/** Signs another account in, in the same browser. */
async function signIn(browser: Browser, { email }: { email: string }) {
  await browser.post('/sair', {})
  await browser.post('/auth', { intent: 'sign-in', email, password })
}

/** Returns the fields of the form that has `part` in it, as the page filled them in, and the URL that it is sent to. */
function formIn(html: string, part: string): { action: string; fields: [string, string][] } {
  const [form = ''] = [...html.matchAll(/<form.*?<\/form>/gs)]
    .map(([all]) => all)
    .filter((one) => one.includes(part))
  const fields = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return {
    action: (/action="([^"]+)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&'),
    fields: fields.map(([, name = '', value = '']) => [name, value]),
  }
}

const registration: [string, string][] = Object.entries({
  nome: 'Pessoa Um',
  cpf: '529.982.247-25',
  rg: '4.123.456-7',
  endereco: 'Rua das Palmeiras, 120',
  cidade: 'Florianópolis',
  cep: '88010-000',
  rendaPresumida: '3500',
})

const forms: { page: string; part: string; typed: [string, string][] }[] = [
  { page: '/account?aba=cadastro&tipo=fisica', part: 'value="individual"', typed: registration },
  { page: '/account?aba=cadastro', part: 'value="account-phone"', typed: [['phone', '(48) 98888-7777']] },
  { page: '/account/avisos', part: 'value="choose"', typed: [['intent', 'stop']] },
  {
    page: '/account/privacidade',
    part: 'value="correction"',
    typed: [
      ['texto', 'Meu nome'],
      ['intent', 'correction'],
    ],
  },
  { page: '/account/privacidade', part: 'name="finalidade"', typed: [['intent', 'consent']] },
  {
    page: '/account/privacidade?apagar=1',
    part: 'value="erasure"',
    typed: [
      ['entendi', '1'],
      ['intent', 'erasure'],
    ],
  },
]

test.each(forms)(
  'input typed on $page of one account ($part) is not stored as another’s',
  async ({ page, part, typed }) => {
    const [first, second] = [await account(), await account()]
    const browser = web.browser()
    await signIn(browser, first)
    const { action, fields } = formIn(await (await browser.get(page)).text(), part)
    const kept = () => storedOf(second)
    await signIn(browser, second)
    const before = await kept()
    const answer = await browser.post(action, [...fields, ...typed])
    expect(answer.headers.get('location')).toBe('/')
    const { html } = await browser.follow(answer)
    expect(html).toContain('Esta página era de outra conta')
    expect(html).toContain(`Agora está aberta a conta ${second.email}`)
    expect(await kept()).toEqual(before)

    // Under its own account the same form is taken.
    await signIn(browser, first)
    const taken = await browser.post(action, [...fields, ...typed])
    expect(taken.headers.get('location')).not.toBe('/')
    expect([302, 303]).toContain(taken.status)
  },
)

test('a file chosen on the page of one account is not stored as another’s document', async () => {
  const [first, second] = [await account(), await account()]
  const browser = web.browser()
  await signIn(browser, first)
  const { action } = formIn(await (await browser.get('/account?aba=cadastro')).text(), 'documentos-arquivos')
  await signIn(browser, second)
  const file = new FormData()
  file.append('documentos', new File(['%PDF-1.4\n%%EOF\n'], 'rg.pdf', { type: 'application/pdf' }))
  const answer = await browser.post(action, file)
  expect(answer.headers.get('location')).toBe('/')
  expect(await web.app.documents.listOf({ userId: second.userId })).toEqual([])
  await signIn(browser, first)
  await browser.post(action, file)
  expect(await web.app.documents.listOf({ userId: first.userId })).toHaveLength(1)
})

// Databases: one. Pages over HTTP; nothing is stored.
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { webWith } from '../../support/web.ts'

/*
 * WCAG 1.3.5: a field about its user says so, so that the browser or a password manager fills it in. Whether a name is one of HTML's
 * is checked in a browser (e2e/support/audit.ts).
 */

const routes = '../../../src/web/routes'
const web = webWith({
  '/auth': () => import(`${routes}/auth/auth.tsx`),
  '/create-account': () => import(`${routes}/auth/create-account.tsx`),
  '/account': () => import(`${routes}/account/account.tsx`),
  '/cpf-consult': () => import(`${routes}/consultations/cpf.tsx`),
  '/complete-consult': () => import(`${routes}/consultations/complete.tsx`),
  '/privacidade/meus-dados': () => import(`${routes}/privacy/request-link.tsx`),
  '/service/clean-name': () => import(`${routes}/content/clean-name.tsx`),
  '/service/vehicle-financing': () => import(`${routes}/content/vehicle-financing.tsx`),
  '/tracking': () => import(`${routes}/orders/tracking.tsx`),
})

/** Returns the value of an attribute of each control on a page by the names of the controls, without those that lack it. */
async function attributesOn(
  path: string,
  attribute: string,
  browser = web.browser(),
): Promise<Record<string, string>> {
  const html = await (await browser.get(path)).text()
  const controls = [...html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([control]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(control)?.[1] ?? ''
    return [of('name'), of(attribute)] as const
  })
  return Object.fromEntries(controls.filter(([name, value]) => name !== '' && value !== ''))
}

const namesOn = (path: string, browser = web.browser()) => attributesOn(path, 'autocomplete', browser)

async function signedIn() {
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const browser = web.browser()
  const [{ email = '', password = '' } = {}] = DEMO_ACCOUNTS
  await browser.post('/auth', { intent: 'sign-in', email, password })
  return browser
}

test.each([
  ['/auth', { email: 'email', password: 'current-password' }],
  ['/auth?aba=criar-conta', { email: 'email', password: 'new-password', confirmPassword: 'new-password' }],
  ['/auth?aba=esqueci-senha', { email: 'email' }],
  ['/privacidade/meus-dados', { contato: 'email' }],
  ['/cpf-consult', { cpf: 'off', name: 'name', phone: 'tel', email: 'email' }],
  ['/complete-consult', { cpf: 'off', nome: 'name', telefone: 'tel', email: 'email' }],
  ['/service/clean-name?plano=a-vista', { name: 'name', phone: 'tel' }],
  [
    '/service/vehicle-financing',
    { name: 'name', birthDate: 'bday', phone: 'tel', email: 'email', website: 'off' },
  ],
])('%s', async (path, names) => {
  expect(await namesOn(path)).toEqual(names)
})

test('opening an account, and changing one’s own', async () => {
  expect(await namesOn('/create-account')).toMatchObject({ email: 'email', telefone: 'tel' })
  const browser = await signedIn()
  expect(await namesOn('/account?aba=trocar-senha', browser)).toEqual({
    ...{ currentPassword: 'current-password', newPassword: 'new-password', confirmPassword: 'new-password' },
  })
  expect(await namesOn('/account?aba=cadastro&tipo=fisica', browser)).toEqual({
    ...{
      nome: 'name',
      endereco: 'address-line1',
      cidade: 'address-level2',
      cep: 'postal-code',
      phone: 'tel',
    },
  })
})

/*
 * The keyboard of a phone, and what it does by itself to what is typed.
 */

test('an address is typed on the keyboard for addresses, which neither capitalizes nor corrects it', async () => {
  const mail = { inputMode: 'email', autoCapitalize: 'none', spellCheck: 'false', maxLength: '254' }
  const forms = ['/auth', '/auth?aba=criar-conta', '/create-account', '/cpf-consult', '/complete-consult']
  for (const path of [...forms, '/service/vehicle-financing']) {
    for (const [attribute, value] of Object.entries(mail)) {
      expect(await attributesOn(path, attribute), `${path} ${attribute}`).toMatchObject({ email: value })
    }
  }
})

test('a number with letters is typed in capitals, and has room for its punctuation', async () => {
  const browser = await signedIn()
  const company = '/account?aba=cadastro&tipo=juridica'
  expect(await attributesOn('/create-account', 'autoCapitalize')).toMatchObject({ documento: 'characters' })
  expect(await attributesOn('/create-account', 'maxLength')).toMatchObject({ documento: '18' })
  expect(await attributesOn(company, 'autoCapitalize', browser)).toMatchObject({
    ...{ cnpj: 'characters', rgResponsavel: 'characters' },
  })
})

test('a screen reader announces required controls, and no search field', async () => {
  const browser = await signedIn()
  const needed = async (path: string, by = web.browser()) =>
    Object.keys(await attributesOn(path, 'aria-required', by))
  expect(await needed('/auth')).toEqual(['email', 'password'])
  expect(await needed('/auth?aba=criar-conta')).toEqual(['email', 'password', 'confirmPassword'])
  expect(await needed('/create-account')).toEqual([
    ...['nome', 'email', 'telefone', 'documento', 'senha', 'confirmarSenha'],
  ])
  expect(await needed('/cpf-consult')).toEqual(['cpf', 'name', 'phone', 'declaracao'])
  expect(await needed('/service/clean-name?plano=a-vista')).toEqual(['name', 'cpf', 'phone'])
  expect(await needed('/tracking', browser)).toEqual([])
})

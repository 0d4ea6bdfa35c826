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
})

/** Returns the autofill names on a page by the names of their fields. */
async function namesOn(path: string, browser = web.browser()): Promise<Record<string, string>> {
  const html = await (await browser.get(path)).text()
  const fields = [...html.matchAll(/<(?:input|textarea)\b[^>]*>/g)].map(([field]) => {
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(field)?.[1] ?? ''
    return [of('name'), of('autocomplete')] as const
  })
  return Object.fromEntries(fields.filter(([name, autofill]) => name !== '' && autofill !== ''))
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
  await web.app.identity.ensureAccounts(DEMO_ACCOUNTS)
  const browser = web.browser()
  const [{ email = '', password = '' } = {}] = DEMO_ACCOUNTS
  await browser.post('/auth', { intent: 'sign-in', email, password })
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

import { test as base, type Locator, type Page } from '@playwright/test'
import { assertionCount, expect } from './assertions.ts'
import { openAccount, sessionAfter } from './people.ts'

export { expect }

/** A sent message, as GET /dev/mensagens.json returns it. */
interface SentMessage {
  to: string
  channel: string
  subject: string
  text: string
  links: string[]
}

export interface Person {
  nome: string
  email: string
  senha: string
  cpf: string
  telefone: string
}

interface Helpers {
  /** A new person with a valid CPF and a unique e-mail address. */
  person: Person
  simulator: Simulator
  /** Waits for a message to an address whose subject matches. */
  messageTo(email: string, subject: RegExp): Promise<SentMessage>
  /** A new account, confirmed and signed in by the product's own forms, without drawing them: a first sale walks them. */
  signedIn: Person
  /** Fails a test that passed without an assertion. */
  requireAssertions: undefined
}

interface Simulator {
  /** Pending charges, newest first. */
  payments(): Promise<
    { id: number; status: string; external_reference: string; transaction_amount: number }[]
  >
  decide(id: number | string, verdict: 'approve' | 'reject' | 'cancel' | 'expire'): Promise<void>
  faults(set: Record<string, unknown>): Promise<void>
}

/** Origin of the product (playwright.config.ts sets the port). */
export const appUrl = () => `http://localhost:${process.env.E2E_PORT}`

/** Origin of the simulator (playwright.config.ts sets the port). */
export const simulatorUrl = () => `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`

export const test = base.extend<Helpers>({
  requireAssertions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured first parameter
    async ({}, use, info) => {
      const before = assertionCount()
      await use(undefined)
      if (info.status === 'passed' && assertionCount() === before)
        throw new Error('This test asserts nothing: no expect was called')
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  person: async ({}, use) => {
    const unique = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`
    await use({
      nome: 'Joana Pereira',
      email: `joana.${unique}@exemplo.com.br`,
      senha: 'Horizonte@9',
      cpf: '529.982.247-25',
      telefone: '(48) 99999-1234',
    })
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  simulator: async ({}, use) => {
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${simulatorUrl()}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status, path).toBeLessThan(300)
    }
    await use({
      async payments() {
        const response = await fetch(`${simulatorUrl()}/sim/payments`, {
          headers: { Accept: 'application/json' },
        })
        const body = (await response.json()) as { payments?: never[] } & never[]
        return body.payments ?? body
      },
      decide: (id, verdict) => post(`/sim/payments/${id}/${verdict}`, {}),
      faults: (set) => post('/sim/faults', set),
    })
    await fetch(`${simulatorUrl()}/sim/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
  },

  messageTo: async ({ request }, use) => {
    await use(async (email, subject) => {
      let found: SentMessage | undefined
      await expect
        .poll(async () => {
          const messages = (await (await request.get('/dev/mensagens.json')).json()) as SentMessage[]
          found = messages.find((message) => message.to === email && subject.test(message.subject))
          return found !== undefined
        })
        .toBe(true)
      if (!found) throw new Error('no message')
      return found
    })
  },

  signedIn: async ({ page, person }, use) => {
    const { cookies } = await sessionAfter(appUrl(), (http) => openAccount(http, person))
    await page.context().addCookies(cookies)
    await use(person)
  },
})

/** Opens an account on /create-account. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/create-account')
  await page.locator('[name=nome]').fill(person.nome)
  await page.locator('[name=email]').fill(person.email)
  await page.locator('[name=telefone]').fill(person.telefone)
  await page.locator('[name=documento]').fill(person.cpf)
  await page.locator('[name=senha]').fill(person.senha)
  await page.locator('[name=confirmarSenha]').fill(person.senha)
  await page.getByRole('main').getByRole('button', { name: 'Criar Conta' }).click()
  await expect(page.getByText('Conta criada com sucesso!')).toBeVisible()
}

/** Opens the link of a confirmation e-mail and presses its button, which signs in. */
export async function confirm(page: Page, { links }: SentMessage): Promise<void> {
  await page.goto(links[0] ?? '/')
  await page.getByRole('button', { name: 'Confirmar e entrar' }).click()
  await expect(page.getByText('E-mail confirmado!')).toBeVisible()
}

/** Signs in on /auth. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'senha'>): Promise<void> {
  if (!page.url().includes('/auth')) await page.goto('/auth')
  const form = page.locator('form', { has: page.locator('[name=password]') }).first()
  await form.locator('[name=email]').fill(person.email)
  await form.locator('[name=password]').fill(person.senha)
  await form.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible()
}

/** Checks whether React already runs an element in the browser, by the mark that React leaves on it. */
export function isRunByReact(element: Locator): Promise<boolean> {
  return element.evaluate((found) => Object.keys(found).some((name) => name.startsWith('__react')))
}

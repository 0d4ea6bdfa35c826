import { expect } from 'vitest'
import { createPasswordHasher } from '../../src/modules/identity/password-hash.server.ts'
import { newId } from '../../src/platform/ids.ts'
import type { startProvider } from '../modules/payments/payments-harness.ts'
import type { Browser, Web } from '../support/web.ts'
import { type Page, pageOf } from './page.ts'

type Fields = Record<string, string> | [name: string, value: string][] | FormData
type Simulator = Awaited<ReturnType<typeof startProvider>>

export const PASSWORD = 'Girassol@77'
/** Cheap hashing, so that the suite is fast; format and checks are the real ones. */
const passwordHash = createPasswordHasher({ n: 2 ** 10, r: 8, p: 1 }).hash(PASSWORD)
export const buyer = { name: 'Ana Maria Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

/** A visitor: opens pages, submits forms, follows redirects. */
export interface Person {
  browser: Browser
  email: string
  userId: string
  open(path: string): Promise<Page>
  send(path: string, fields: Fields): Promise<Page>
}

export type Fixture = ReturnType<typeof createFixture>

/** Creates the running product and the accounts that the demands use. */
export function createFixture({ web, simulator }: { web: Web; simulator: () => Simulator }) {
  const read = new Map<string, Promise<Page>>()
  let member: Promise<Person> | undefined

  const fixture = {
    web,
    simulator,

    /** Opens a page as an anonymous visitor; cached per path. */
    page(path: string): Promise<Page> {
      const known = read.get(path) ?? someone(web.browser()).open(path)
      read.set(path, known)
      return known
    },

    stranger: () => someone(web.browser()),

    /** Returns a signed-in customer, shared by read-only demands. */
    member: () => {
      member ??= fixture.customer()
      return member
    },

    /** Creates a new account, signed in, with a name and a CPF. */
    async customer({ documento = '52998224725' } = {}): Promise<Person> {
      const id = newId()
      const email = `${id}@exemplo.com.br`
      const now = web.app.clock.now()
      await fixture.rows(
        'insert into users (id, email, role, email_confirmed_at, created_at) values ($1, $2, $3, $4, $4)',
        [id, email, 'customer', now],
      )
      await fixture.rows(
        'insert into accounts (user_id, password_hash, password_changed_at) values ($1, $2, $3)',
        [id, await passwordHash, now],
      )
      await fixture.rows(
        'insert into profiles (user_id, nome, documento, telefone, updated_at) values ($1, $2, $3, $4, $5)',
        [id, buyer.name, documento, '+5548999991234', now],
      )
      const person = someone(web.browser(), { id, email })
      const entered = await person.browser.post('/auth', { intent: 'sign-in', email, password: PASSWORD })
      expect(entered.headers.get('location'), 'signing in').toBe('/')
      person.browser.cookies.delete('rc_avisos')
      return person
    },

    /** Chooses a plan and submits the contract data, as on every service page. */
    hire(person: Person, { service = '/service/clean-name', plan = 'semanal-20x', data = buyer } = {}) {
      return person.send(service, { plan, ...data })
    },

    /** Accepts the open contract. */
    async accept(person: Person): Promise<Page> {
      const { html } = await person.open('/contract')
      const sha256 = /name="sha256" value="([^"]*)"/.exec(html)?.[1] ?? ''
      return person.send('/contract', { sha256, aceito: 'sim' })
    },

    /** Creates a customer with an accepted contract. */
    async contracted({ service = '/service/clean-name', plan = 'semanal-20x' } = {}): Promise<Person> {
      const person = await fixture.customer()
      await fixture.hire(person, { service, plan })
      const accepted = await fixture.accept(person)
      expect(accepted.toasts.join()).toContain('Contrato aceito com sucesso!')
      return person
    },

    async rows<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
      return (await web.database.$client.query(query, values)).rows as Row[]
    },

    instalmentsOf(person: Person) {
      return fixture.rows<{
        id: string
        amount: number
        due_date: string
        status: string
        payment_method: string
      }>(
        'select id, amount, due_date::text, status, payment_method from payments where user_id = $1 order by number',
        [person.userId],
      )
    },

    /** Selects instalments and requests a Pix. */
    pay(person: Person, instalmentIds: string[]) {
      return person.send('/payments', [
        ...instalmentIds.map((id): [string, string] => ['paymentIds', id]),
        ['intent', 'pay'],
      ])
    },

    async chargeOf(person: Person) {
      const [charge] = await fixture.rows<{ id: string; reference: string }>(
        'select id, reference from charges where user_id = $1 order by created_at desc, id desc limit 1',
        [person.userId],
      )
      return charge ?? { id: '', reference: '' }
    },
  }
  return fixture
}

function someone(browser: Browser, { id = '', email = '' } = {}): Person {
  const end = async (path: string, answer: Response): Promise<Page> => {
    const to = answer.headers.get('location')
    if (to) return end(to, await browser.get(to))
    return pageOf({ path, status: answer.status, html: await answer.text() })
  }
  return {
    browser,
    email,
    userId: id,
    open: async (path) => end(path, await browser.get(path)),
    send: async (path, fields) => end(path, await browser.post(path, fields)),
  }
}

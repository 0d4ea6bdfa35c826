import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { buyer, type Fixture } from '../fixture.ts'
import { links, wholes } from '../page.ts'
import { pointers } from '../pointers.ts'

/** Consultations: path, price, and prefix of the reference. */
const consults = [
  ['/cpf-consult', 1_500, 'cpf-consult-'],
  ['/complete-consult', 2_500, 'complete-consult-'],
  ['/rating-consult', 20_000, 'rating-consult-'],
  ['/bacen-consult', 5_000, 'bacen-consult-'],
] as const

export const section7: Demand[] = demandsOf('§7', [
  {
    item: 'session tokens kept by the browser',
    replacedBy: 'one http-only cookie that scripts cannot read',
    async check(fixture) {
      const { email } = await fixture.customer()
      const answer = await fixture
        .stranger()
        .browser.post('/auth', { intent: 'sign-in', email, password: 'Girassol@77' })
      const cookies = answer.headers.getSetCookie()
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) expect(cookie).toMatch(/httponly/i)
    },
  },
  {
    item: 'orders are read newest first',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.rows(`update orders set created_at = created_at - interval '1 day' where user_id = $1`, [
        person.userId,
      ])
      await fixture.hire(person, { service: '/service/serasa-score', plan: 'a-vista' })
      await fixture.accept(person)
      const { text } = await person.open('/tracking')
      expect(text.indexOf('Levantamento de Score Serasa')).toBeLessThan(
        text.indexOf('Limpeza de Nome Pedido'),
      )
    },
  },
  {
    item: 'payments are read by due date, ascending',
    async check(fixture) {
      const person = await fixture.contracted()
      await fixture.rows(`update payments set due_date = '2026-12-31' where user_id = $1 and number = 0`, [
        person.userId,
      ])
      const { html } = await person.open('/payments')
      const rows = wholes(html, 'label').join('')
      const dates = [...rows.matchAll(/<time dateTime="([\d-]+)"/gi)].map(([, date]) => date)
      expect(dates).toHaveLength(21)
      expect(dates).toEqual([...dates].sort())
    },
  },
  {
    item: 'payments are reloaded when the window regains focus, and by Atualizar',
    coveredBy: pointers.focus,
  },
  {
    item: 'payments are reloaded when the window regains focus, in the script',
    coveredBy: pointers.refreshed,
  },
  {
    item: '/payment charges the oldest pending payment',
    async check(fixture) {
      const person = await fixture.contracted()
      person.browser.cookies.delete('rc_pedido')
      expect((await person.open('/payment')).text).toMatch(/Parcela Entrada Vencimento 02\/03\/2026/)
    },
  },
  {
    item: 'PIX creation: fixed placeholder payer',
    replacedBy: 'the real customer: name, e-mail, document',
    coveredBy: pointers.provider,
  },
  ...consults.map(([path, amount, prefix]) => ({
    item: `${path}: amount ${amount / 100}, external reference ${prefix}…, by Pix, straight to payment`,
    async check(fixture: Fixture) {
      const page = await ask(fixture, path, 'pix')
      expect(page.path).toMatch(/^\/consulta\//)
      expect(page.text).toContain('000201')
      const [charge] = await fixture.rows<{ amount: number; reference: string }>(
        `select amount, reference from charges where reference like $1 order by created_at desc limit 1`,
        [`${prefix}%`],
      )
      expect(charge?.amount).toBe(amount)
    },
  })),
  {
    item: 'card: init_point opens in a new tab',
    async check(fixture) {
      const page = await ask(fixture, '/complete-consult', 'card')
      const link = links(page.html).find(({ text }) => text.startsWith('Ir para o pagamento com cartão'))
      expect(link?.href).toContain(fixture.simulator().url)
      expect(link?.newTab).toBe(true)
    },
  },
  {
    item: 'anybody may look up any CPF',
    replacedBy: 'the buyer declares to be the holder or authorised, which is recorded',
    async check(fixture) {
      const page = await fixture.stranger().send('/complete-consult', {
        cpf: buyer.cpf,
        nome: buyer.name,
        telefone: buyer.phone,
        paymentMethod: 'pix',
      })
      expect(page.errors).toEqual({ declaracao: 'Confirme que você é o titular ou tem autorização' })
    },
  },
  {
    item: 'QR image from a public service',
    replacedBy: 'drawn here, after the amount and checksum of its code were verified',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const { whole, text } = await fixture.pay(
        person,
        (await fixture.instalmentsOf(person)).map(({ id }) => id),
      )
      expect(whole).not.toMatch(/<img[^>]+src="https?:/)
      expect(text).toMatch(/Valor no código R\$ 1\.500,00 conferido/)
    },
  },
])

function ask(fixture: Fixture, path: string, paymentMethod: string) {
  return fixture.stranger().send(path, {
    cpf: buyer.cpf,
    nome: buyer.name,
    name: buyer.name,
    telefone: buyer.phone,
    phone: buyer.phone,
    paymentMethod,
    declaracao: 'on',
  })
}

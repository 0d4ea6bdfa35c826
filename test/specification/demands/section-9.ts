import { expect } from 'vitest'
import { parsePaymentText } from '../../support/parse-payment-text.ts'
import { type Demand, demandsOf } from '../demand.ts'
import { clauseFigures } from '../figures.ts'
import type { Fixture } from '../fixture.ts'
import { elements, figuresOf } from '../page.ts'
import { shown } from '../page-checks.ts'
import { pointers } from '../pointers.ts'

/** Payment-type text and price, and the resulting payments: their number, the first two, and their method. */
type TextRow = [
  rule: string,
  text: string,
  price: string,
  count: number,
  first: number,
  second: number | undefined,
  secondDue: string | undefined,
  method: string,
]
const texts: TextRow[] = [
  [
    'semanal with an entry',
    'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    'R$ 2.398,00',
    21,
    40_000,
    9_990,
    '2026-03-09',
    'pix',
  ],
  [
    'mensal with an entry',
    'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90',
    'R$ 2.798,80',
    13,
    40_000,
    19_990,
    '2026-04-02',
    'pix',
  ],
  ['semanal, 20 by default', 'Semanal', 'R$ 2.000,00', 20, 10_000, 10_000, '2026-03-09', 'pix'],
  [
    'semanal with an entry, 20 by default',
    'Semanal, entrada de R$ 400,00',
    'R$ 2.400,00',
    21,
    40_000,
    10_000,
    '2026-03-09',
    'pix',
  ],
  ['mensal, 12 by default', 'Mensal', 'R$ 1.200,00', 12, 10_000, 10_000, '2026-04-02', 'pix'],
  [
    'mensal with an entry, 12 by default',
    'Mensal, entrada de R$ 300,00',
    'R$ 1.500,00',
    13,
    30_000,
    10_000,
    '2026-04-02',
    'pix',
  ],
  ['entrada + Nx', 'entrada R$ 100,00 + 5x R$ 119,40', 'R$ 697,00', 6, 10_000, 11_940, '2026-04-02', 'pix'],
  [
    'Nx with an amount, by card',
    'Cartão 6x R$ 1.000,00',
    'R$ 6.000,00',
    6,
    100_000,
    100_000,
    '2026-04-02',
    'credit_card',
  ],
  ['Nx without an amount', '4x', 'R$ 100,00', 4, 2_500, 2_500, '2026-04-02', 'pix'],
  ['parcelado, 5 by default', 'Parcelado', 'R$ 500,00', 5, 10_000, 10_000, '2026-04-02', 'pix'],
  ['parcelado by card', 'Parcelado no cartão', 'R$ 500,00', 5, 10_000, 10_000, '2026-04-02', 'credit_card'],
  ['anything else: one pix today', 'À vista', 'R$ 497,00', 1, 49_700, undefined, undefined, 'pix'],
]

const generation = demandsOf('§9', [
  ...texts.map(([rule, text, price, count, first, second, secondDue, method]) => ({
    item: `instalments from text, ${rule}`,
    says: text,
    check() {
      const parsed = parsePaymentText({ paymentType: text, priceText: price, today: '2026-03-02' })
      if (!parsed.ok) throw new Error(parsed.code)
      expect(parsed.value).toHaveLength(count)
      expect(parsed.value[0]?.amount).toBe(first)
      expect(parsed.value[0]?.dueDate).toBe('2026-03-02')
      expect(parsed.value[1]?.amount).toBe(second)
      expect(parsed.value[1]?.dueDate).toBe(secondDue)
      expect(parsed.value.at(-1)?.method).toBe(method)
    },
  })),
  {
    item: 'weekly: entry today and one every 7 days; monthly: one a month; all start pending',
    async check(fixture) {
      const weekly = await fixture.instalmentsOf(await fixture.contracted({ plan: 'semanal-20x' }))
      expect(weekly.slice(0, 3).map(({ due_date }) => due_date)).toEqual([
        '2026-03-02',
        '2026-03-09',
        '2026-03-16',
      ])
      const monthly = await fixture.instalmentsOf(await fixture.contracted({ plan: 'mensal-12x' }))
      expect(monthly.slice(0, 3).map(({ due_date }) => due_date)).toEqual([
        '2026-03-02',
        '2026-04-02',
        '2026-05-02',
      ])
      expect(new Set([...weekly, ...monthly].map(({ status }) => status))).toEqual(new Set(['pending']))
    },
  },
])

const others = demandsOf('§9', [
  {
    item: 'minimum password length: 6 on login and for the current password',
    async check(fixture) {
      const login = await fixture.stranger().send('/auth', {
        intent: 'sign-in',
        email: 'ninguem@exemplo.com.br',
        password: 'seis66',
      })
      expect(login.errors).toEqual({})
      const change = await (await fixture.customer()).send('/auth?aba=trocar-senha', {
        intent: 'change-password',
        currentPassword: 'seis66',
        newPassword: 'Ipe-Amarelo@88',
        confirmNewPassword: 'Ipe-Amarelo@88',
      })
      expect(change.toasts).toEqual(['Erro / Senha atual incorreta'])
    },
  },
  {
    item: 'minimum password length: 6 at create-account, 8 for auth-tab signup and new passwords',
    replacedBy: '8 everywhere; below 6 the specified message (see §5)',
    async check(fixture) {
      const person = fixture.stranger()
      const page = await person.send('/auth?aba=criar-conta', {
        intent: 'sign-up',
        email: 'oito@exemplo.com.br',
        password: 'Uk7@vzq2',
        confirmPassword: 'Uk7@vzq2',
      })
      expect(page.toasts.join()).toContain('Conta criada com sucesso!')
    },
  },
  ...[...'@$!%*?&'].map((sign) => ({
    item: 'allowed special character in passwords',
    says: sign,
    async check(fixture: Fixture) {
      const password = `Girassol7${sign}`
      const page = await fixture.stranger().send('/auth?aba=criar-conta', {
        intent: 'sign-up',
        email: 'torto',
        password,
        confirmPassword: password,
      })
      expect(page.errors).toEqual({ email: 'Email inválido' })
    },
  })),
  {
    item: 'PIX validity countdown 30 minutes (mm:ss)',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const [one] = await fixture.instalmentsOf(person)
      expect((await person.open('/payment')).text).toContain('30 minutos')
      const page = await fixture.pay(person, [one?.id ?? ''])
      const [clock] = elements(page.html, 'time').filter((time) => 'data-countdown' in time)
      expect(clock?.['data-countdown']).toBe(String(30 * 60))
      expect(page.text).toContain('30:00')
    },
  },
  { item: 'PIX countdown, second by second', coveredBy: pointers.countdown },
  { item: 'PIX countdown, second by second, as it is seen', coveredBy: pointers.countdownInBrowser },
  {
    item: 'status polling every 5 seconds',
    replacedBy: 'live by server-sent events, polling every 5 seconds as fallback until the PIX expires',
    coveredBy: pointers.polling,
  },
  { item: 'status polling every 5 seconds, in a browser', coveredBy: pointers.pollingInBrowser },
  {
    item: 'status polling every 5 seconds',
    replacedBy: 'the server looks every second for the pages that listen to its events',
    coveredBy: pointers.events,
  },
  { item: 'approval redirect after 2 seconds', coveredBy: pointers.leaving },
  { item: 'approval redirect after 2 seconds, in a browser', coveredBy: pointers.leavingInBrowser },
  {
    item: 'approval redirect to /payment-success',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const page = await fixture.pay(
        person,
        (await fixture.instalmentsOf(person)).map(({ id }) => id),
      )
      expect(page.html).toContain('data-island="payment"')
    },
  },
  { item: 'toasts up to 3 for 4000 ms', coveredBy: pointers.toastsKept },
  { item: 'toasts up to 3 for 4000 ms, as they are seen', coveredBy: pointers.toasts },
  ...(
    [
      ['late fee', 'multa de 20%'],
      ['interest', '1% ao mês'],
      ['correction', 'IPCA'],
      ['legal fees', 'honorários de advogado de 20%'],
      ['termination notice', 'aviso de 30 dias'],
      ['forum', 'foro de Florianópolis/SC'],
    ] as const
  ).map(([item, says]) => ({
    item: `contract: ${item}`,
    says,
    async check(fixture: Fixture) {
      expect(await contractText(fixture)).toContain(says)
    },
  })),
  {
    item: 'contract: the figures of its clauses, and no others',
    async check(fixture) {
      const text = await contractText(fixture)
      expect(figuresOf(text.slice(text.search(/ 1\. [A-Z]/), text.indexOf('Versão do texto')))).toEqual(
        clauseFigures,
      )
    },
  },
  {
    item: 'contract: ten clauses',
    async check(fixture) {
      const text = await contractText(fixture)
      for (let number = 1; number <= 10; number++) expect(text).toMatch(new RegExp(` ${number}\\. [A-Z]`))
      expect(text).not.toMatch(/ 11\. [A-Z]/)
    },
  },
  {
    item: 'PIX payments go to a stated PIX key',
    async check(fixture) {
      expect((await fixture.page('/service/clean-name')).text).toContain(
        fixture.web.app.config.company.pixKey,
      )
    },
  },
  shown('/service/clean-name', 'amounts are shown in BRL', 'R$ 1.500,00'),
  {
    item: 'support WhatsApp number, the only one of every page',
    async check(fixture) {
      for (const path of ['/', '/services', '/service/clean-name', '/service/cnh-rehabilitation']) {
        const numbers = (await fixture.page(path)).whole.match(/wa\.me\/\d+/g) ?? []
        expect([...new Set(numbers)], path).toEqual(['wa.me/5548999990000'])
      }
    },
  },
  {
    item: 'tooltip open delay 700 ms',
    replacedBy: 'no tooltips: every hint stands in the page, where a thumb can read it',
    async check(fixture) {
      expect((await fixture.page('/service/clean-name')).whole).not.toContain('role="tooltip"')
    },
  },
  {
    item: 'query cache, retry backoff, token refresh, realtime heartbeat, key-set cache',
    replacedBy: 'no data library in the browser: pages come whole from the server and are never cached',
    async check(fixture) {
      const answer = await (await fixture.member()).browser.get('/tracking')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    },
  },
])

async function contractText(fixture: Fixture): Promise<string> {
  const person = await fixture.customer()
  await fixture.hire(person)
  return (await person.open('/contract')).text
}

export const section9: Demand[] = [...generation, ...others]

import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import { elements, formWith, links, wholes, wordsOf } from '../page.ts'
import { linked, shown, shownToMember, tabs } from '../page-checks.ts'
import { approve } from './section-4.ts'

const contracting = demandsOf('§2', [
  {
    item: 'contracting dialog: prefilled from the profile',
    async check(fixture) {
      const { html } = await (await fixture.member()).open('/service/clean-name?plano=a-vista')
      const form = formWith(html, 'name', 'cpf', 'phone')
      expect(form).toContain('value="Ana Maria Souza"')
      expect(form).toContain('value="529.982.247-25"')
      expect(form).toContain('value="(48) 99999-1234"')
    },
  },
  {
    item: '/contract: the contracting party, the contracted party, the specification, the checkbox, both buttons',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person, { plan: 'semanal-20x' })
      const { text, html } = await person.open('/contract')
      for (const words of [
        'Ana Maria Souza',
        '529.982.247-25',
        '(48) 99999-1234',
        'Serviço Limpeza de Nome',
        'Valor total R$ 2.398,00',
        'Forma de pagamento PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
        fixture.web.app.config.company.legalName,
        fixture.web.app.config.company.cnpj,
        'O que está contratado',
        'O serviço não quita nem renegocia dívidas.',
        'Aceitar e Prosseguir para Pagamento',
        'Voltar',
      ]) {
        expect(text).toContain(words)
      }
      expect(elements(html, 'input').filter(({ type }) => type === 'checkbox')).toHaveLength(1)
      expect(links(html)).toContainEqual(
        expect.objectContaining({ text: 'Voltar', href: '/service/clean-name' }),
      )
    },
  },
])

const paying = demandsOf('§2', [
  {
    item: '/payment: order summary and the button to generate PIX, then QR, code, countdown, check, steps, WhatsApp',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const before = await person.open('/payment')
      for (const words of ['Resumo do pedido', 'Limpeza de Nome', 'Pagar R$ 1.500,00 com Pix']) {
        expect(before.text).toContain(words)
      }
      const [one] = await fixture.instalmentsOf(person)
      const after = await person.send('/payment', [
        ['paymentIds', one?.id ?? ''],
        ['intent', 'generate'],
      ])
      expect(after.path).toBe('/payment')
      for (const words of ['QR Code', '000201', 'br.gov.bcb.pix', 'Verificar Pagamento', 'Como pagar']) {
        expect(after.text).toContain(words)
      }
      expect(after.html).toMatch(/<svg[^>]*aria-label="QR Code|QR Code do Pix/)
      expect(after.html).toMatch(/data-copy="000201/)
      expect(after.html).toMatch(/data-countdown="\d+"/)
      expect(links(after.html).filter(({ text }) => text.startsWith('Preciso de ajuda'))[0]?.href).toMatch(
        /wa\.me/,
      )
    },
  },
  tabs('/payments', '/payments', ['Pendentes 0', 'Pagas 0'], 'Pendentes 0'),
  tabs('/payments, second', '/payments?aba=pagas', ['Pendentes 0', 'Pagas 0'], 'Pagas 0'),
  {
    item: '/payments: how many are pending and how many paid',
    async check(fixture) {
      const person = await fixture.contracted()
      await approve(fixture, person)
      const { html } = await person.open('/payments')
      const [shown = ''] = wholes(html, 'nav')
      expect(links(shown).map(({ text }) => text)).toEqual(['Pendentes 20', 'Pagas 1'])
      expect(boxesIn(html)).toHaveLength(20)
      const paid = await person.open('/payments?aba=pagas')
      expect(paid.text.match(/Pago em 02\/03\/2026/g)).toHaveLength(1)
    },
  },
  {
    item: '/payments: the button that reads the list again',
    says: 'Atualizar',
    async check(fixture) {
      for (const path of ['/payments', '/payments?aba=pagas']) {
        const { html } = await (await fixture.member()).open(path)
        expect(links(html).find(({ text }) => text === 'Atualizar')?.href).toBe(path)
      }
    },
  },
  {
    item: '/payments: instalment selection and a pay button',
    async check(fixture) {
      const person = await fixture.contracted()
      const { html } = await person.open('/payments')
      const forms = wholes(html, 'form').filter((form) => form.includes('name="paymentIds"'))
      // What is due is offered immediately, without ticking.
      const [next = '', list = ''] = forms
      expect(boxesIn(next)).toEqual([])
      expect(wordsOf(next)).toBe('Pagar R$ 400,00 com Pix')
      expect(boxesIn(list)).toHaveLength(21)
      expect(boxesIn(list).filter((box) => 'checked' in box)).toEqual([])
      expect(wordsOf(list)).toContain('Pagar com Pix')
      expect(wordsOf(list)).not.toContain('R$ 0,00')
    },
  },
  {
    item: '/payment-success: confirmation, to who has paid',
    says: 'Pagamento confirmado',
    async check(fixture) {
      const person = await fixture.contracted()
      const { text } = await approve(fixture, person)
      for (const words of ['Pagamento confirmado', 'R$ 400,00', 'Próxima parcela', 'R$ 99,90']) {
        expect(text).toContain(words)
      }
      expect((await fixture.page('/payment-success')).text).not.toContain('Pagamento confirmado')
    },
  },
  shown('/payment-success', 'next: team contact', '24 horas'),
  shown('/payment-success', 'next: e-mail', 'E-mail com os detalhes do contrato'),
  shown('/payment-success', 'next: follow-up', 'Acompanhamento pelo aplicativo'),
  shown('/payment-success', 'information', 'Documentos'),
  shown('/payment-success', 'information', 'Prazo'),
  shown('/payment-success', 'information', 'Garantia'),
  shown('/payment-success', 'support hours', 'segunda a sexta, das 8h às 18h'),
  linked('/payment-success', 'Voltar ao início', '/'),
  linked('/payment-success', 'Ver outros serviços', '/services'),
])

const tracking = demandsOf('§2', [
  shownToMember('/tracking', 'search box', 'Buscar pedido'),
  {
    item: '/tracking: the orders with their steps',
    async check(fixture) {
      const { text } = await (await fixture.contracted()).open('/tracking')
      expect(text).toContain('Limpeza de Nome')
      expect(text).toContain('Análise dos registros')
      expect(text).toContain('Comprovação final')
    },
  },
  {
    item: '/tracking',
    says: 'Última atualização: hoje às 14:30',
    replacedBy: 'the real time',
    async check(fixture) {
      const { text } = await (await fixture.contracted()).open('/tracking')
      expect(text).toMatch(/Última atualização: hoje às \d\d:\d\d/)
    },
  },
])

/** Returns the checkboxes of instalments. */
function boxesIn(html: string) {
  return elements(html, 'input').filter(({ name, type }) => name === 'paymentIds' && type === 'checkbox')
}

export const buying: Demand[] = [...contracting, ...paying, ...tracking]

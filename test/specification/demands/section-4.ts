import { expect } from 'vitest'
import { type Demand, demandsOf } from '../demand.ts'
import type { Fixture, Person } from '../fixture.ts'
import { elements, wholes, wordsOf } from '../page.ts'
import { pointers } from '../pointers.ts'

/** Moves an order into a state that only time or the team would reach, and opens its tracking page. */
async function orderOf(fixture: Fixture, person: Person, set: string) {
  await fixture.rows(`update orders set ${set} where user_id = $1`, [person.userId])
  return person.open('/tracking')
}

const accounts = demandsOf('§4', [
  {
    item: 'signup creates an account that needs e-mail confirmation',
    coveredBy: pointers.signUp,
  },
  {
    item: 'reset sends a recovery e-mail and clears the form',
    async check(fixture) {
      const { email } = await fixture.customer()
      const page = await fixture
        .stranger()
        .send('/auth?aba=esqueci-senha', { intent: 'reset-request', email })
      expect(page.html).not.toContain(`value="${email}"`)
      expect((await fixture.web.linksTo(email))[0]).toContain('/auth?recuperar=')
    },
  },
  {
    item: 'change password re-authenticates with the current password first',
    async check(fixture) {
      const person = await fixture.customer()
      const page = await person.send('/auth?aba=trocar-senha', {
        intent: 'change-password',
        currentPassword: 'NaoEssa@99',
        newPassword: 'Ipe-Amarelo@88',
        confirmNewPassword: 'Ipe-Amarelo@88',
      })
      expect(page.toasts).toEqual(['Erro / Senha atual incorreta'])
    },
  },
  ...(
    [
      ['/auth', 'Entrando...'],
      ['/auth?aba=criar-conta', 'Criando conta...'],
      ['/auth?aba=esqueci-senha', 'Enviando...'],
      ['/auth?aba=trocar-senha', 'Atualizando...'],
    ] as const
  ).map(([path, says]) => ({
    item: `busy label of ${path}`,
    says,
    async check(fixture: Fixture) {
      const { html } = path.includes('trocar')
        ? await (await fixture.member()).open(path)
        : await fixture.page(path)
      const labels = elements(html, 'button').map((button) => button['data-busy-label'])
      expect(labels).toContain(says)
    },
  })),
  {
    item: 'a busy flag disables submit buttons and changes labels',
    coveredBy: pointers.busy,
  },
  {
    item: 'a busy flag disables submit buttons and changes labels, in the script',
    coveredBy: pointers.busyButton,
  },
])

const orders = demandsOf('§4', [
  ...(
    [
      ['pending', 'Aguardando Pagamento', 'now'],
      ['paid', 'Em Andamento', 'primary'],
      ['in_progress', 'Em Andamento', 'primary'],
      ['completed', 'Concluído', 'success'],
      ['cancelled', 'Cancelado', 'destructive'],
    ] as const
  ).map(([status, says, tone]) => ({
    item: `order status ${status} (${tone})`,
    says,
    async check(fixture: Fixture) {
      const page = await orderOf(fixture, await fixture.contracted(), `status = '${status}'`)
      const badge = wholes(page.html, 'article')[0]?.match(/class="badge badge-([\w-]+)[^"]*">([^<]+)/)
      expect(badge?.slice(1)).toEqual([tone, says])
    },
  })),
  {
    item: 'any other order status',
    says: 'Aguardando',
    async check(fixture) {
      const { unknownStatus } = await import('../../../src/web/copy/tracking.ts')
      expect(unknownStatus.label).toBe('Aguardando')
      const person = await fixture.contracted()
      await expect(orderOf(fixture, person, `status = 'paused'`)).rejects.toThrow(/orders_status/)
    },
    replacedBy: 'the database refuses other states; the page still has a word for them',
  },
  {
    item: 'on creation: pending, progress 0',
    async check(fixture) {
      const person = await fixture.contracted()
      const rows = await fixture.rows('select status, progress from orders where user_id = $1', [
        person.userId,
      ])
      expect(rows).toEqual([{ status: 'pending', progress: 0 }])
    },
  },
  {
    item: 'delivery date 30 days (2,592,000,000 ms) later',
    replacedBy: 'the promise of the service, 30 days where none is stated',
    async check(fixture) {
      for (const [service, plan, expected] of [
        ['/service/clean-name', 'a-vista', '2026-04-01'],
        ['/service/bacen-clean', 'a-vista', '2026-05-31'],
        ['/service/traffic-fines', 'a-vista', '2026-03-23'],
      ] as const) {
        const person = await fixture.contracted({ service, plan })
        const [order] = await fixture.rows<{ date: string }>(
          'select delivery_date::text as date from orders where user_id = $1',
          [person.userId],
        )
        expect(order?.date).toBe(expected)
      }
    },
  },
  {
    item: 'first step not completed',
    says: 'Aguardando início',
    async check(fixture) {
      const { text } = await (await fixture.contracted()).open('/tracking')
      expect(text.match(/Aguardando início/g)).toHaveLength(1)
    },
  },
  {
    item: 'other steps not completed',
    says: 'Pendente',
    async check(fixture) {
      const { text } = await (await fixture.contracted()).open('/tracking')
      expect(text.match(/Pendente/g)).toHaveLength(4)
    },
  },
  {
    item: 'a completed step shows its date',
    async check(fixture) {
      const person = await fixture.contracted()
      await fixture.rows(
        `update order_steps set completed = true, completed_date = '2026-03-05T15:00:00Z'
         where step_number = 1 and order_id in (select id from orders where user_id = $1)`,
        [person.userId],
      )
      expect((await person.open('/tracking')).text).toContain('Concluída em 05/03/2026')
    },
  },
  ...(
    [
      ['negative shows days late', '2026-02-27', '3 dias de atraso', 'text-bad'],
      ['one day late', '2026-03-01', '1 dia de atraso', 'text-bad'],
      ['zero', '2026-03-02', 'Entrega hoje', 'text-warn'],
      ['one day left', '2026-03-03', 'Falta 1 dia', 'text-warn'],
      ['6 days left: under 7 uses the warning colour', '2026-03-08', 'Faltam 6 dias', 'text-warn'],
      ['7 days left: no longer', '2026-03-09', 'Faltam 7 dias', ''],
      ['13 days left', '2026-03-15', 'Faltam 13 dias', ''],
      ['30 days left', '2026-04-01', 'Faltam 30 dias', ''],
    ] as const
  ).map(([item, date, says, colour]) => ({
    item: `delivery countdown: ${item}`,
    says,
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const { html } = await orderOf(fixture, person, `delivery_date = '${date}', status = 'in_progress'`)
      const [card = ''] = wholes(html, 'article')
      const shown = wholes(card, 'b').find((one) => wordsOf(one) === says) ?? ''
      expect(wordsOf(shown)).toBe(says)
      const [{ class: classes = '' } = {}] = elements(shown, 'b')
      expect(classes.split(/\s+/).filter((name) => name.startsWith('text-'))).toEqual(colour ? [colour] : [])
    },
  })),
])

const payments = demandsOf('§4', [
  {
    item: 'payment paid',
    says: 'Pago',
    async check(fixture) {
      const person = await fixture.contracted()
      await fixture.rows(
        `with money as (
           insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
             received_at, created_at, updated_at)
           values (gen_random_uuid(), 'mercado-pago', $1::text, 'pix', 'approved', 'approved', 40000, 0, 0, $2, $2, $2)
           returning id)
         update payments set status = 'paid', payment_date = $2, paid_with = (select id from money), paid_amount = amount
         where user_id = $1::uuid and number = 0`,
        [person.userId, fixture.web.app.clock.now()],
      )
      const { text } = await person.open('/payments?aba=pagas')
      expect(text).toContain('Pago')
      expect(text).toContain('Pago em 02/03/2026')
    },
  },
  {
    item: 'payment not paid',
    says: 'Pendente',
    async check(fixture) {
      const { html } = await (await fixture.contracted()).open('/payments')
      const row = wholes(html, 'label').find((label) => label.includes('paymentIds')) ?? ''
      expect(row).toMatch(/>Pendente</)
    },
  },
  ...(
    [
      ['overdue: due date before today', '2026-02-28', 'Vencida há 2 dias'],
      ['due today', '2026-03-02', 'Vence hoje'],
      ['days remaining', '2026-03-07', 'Vence em 5 dias'],
    ] as const
  ).map(([item, date, says]) => ({
    item: `pending instalment, ${item}`,
    says,
    async check(fixture: Fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.rows('update payments set due_date = $2 where user_id = $1', [person.userId, date])
      expect((await person.open('/payments')).text).toContain(says)
    },
  })),
  {
    item: 'rows start pending and become paid, with payment_date, when the provider reports approved',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      expect((await fixture.instalmentsOf(person)).map(({ status }) => status)).toEqual(['pending'])
      await approve(fixture, person)
      const rows = await fixture.rows(
        'select status, payment_date is not null as dated from payments where user_id = $1',
        [person.userId],
      )
      expect(rows).toEqual([{ status: 'paid', dated: true }])
    },
  },
  {
    item: 'local PIX view: cancelled or rejected ends it',
    async check(fixture) {
      for (const verdict of ['cancel', 'reject']) {
        const person = await fixture.contracted({ plan: 'a-vista' })
        const { page } = await decide(fixture, person, verdict)
        expect(page.text).toContain('O pagamento foi cancelado ou rejeitado')
        expect(page.html).not.toContain('data-waiting')
      }
    },
  },
  {
    item: 'local PIX view: expired after its time',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      await fixture.pay(
        person,
        (await fixture.instalmentsOf(person)).map(({ id }) => id),
      )
      await fixture.rows(`update charges set expires_at = $2 where user_id = $1`, [
        person.userId,
        new Date(fixture.web.app.clock.now().getTime() - 1000),
      ])
      expect((await person.open('/payment')).text).toContain('O código Pix expirou')
    },
  },
])

const hiring = demandsOf('§4', [
  {
    item: 'choose a plan',
    says: 'Plano selecionado!',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/traffic-fines', { plan: 'a-vista' })
      expect(page.toasts).toEqual(['Plano selecionado!'])
    },
  },
  {
    item: 'choose a form of payment',
    says: 'Forma de pagamento selecionada!',
    async check(fixture) {
      const page = await fixture.stranger().send('/service/clean-name', { plan: 'a-vista' })
      expect(page.toasts).toEqual(['Forma de pagamento selecionada!'])
    },
  },
  {
    item: 'choosing a form of payment says so at once, and the chosen one is marked',
    coveredBy: pointers.chosenMethod,
  },
  {
    item: 'choosing a plan says so at once, and the chosen one is marked',
    coveredBy: pointers.chosenPlan,
  },
  {
    item: 'with a plan the data dialog opens',
    async check(fixture) {
      const { html } = await fixture.stranger().send('/service/clean-name', { plan: 'a-vista' })
      const dialog = elements(html, 'dialog').find(({ id }) => id === 'contratar')
      expect(dialog).toHaveProperty('open')
    },
  },
  {
    item: 'valid data, signed in: the data are kept and the user goes to /contract',
    replacedBy: 'kept in a draft on the server',
    async check(fixture) {
      const person = await fixture.customer()
      const page = await fixture.hire(person)
      expect(page.path).toBe('/contract')
      expect(page.text).toContain('Aceitar e Prosseguir para Pagamento')
    },
  },
  {
    item: 'valid data, not signed in: the user goes to /auth',
    async check(fixture) {
      expect((await fixture.hire(fixture.stranger())).path).toBe('/auth?aba=criar-conta')
    },
  },
  ...(
    [
      ['/service/clean-name', 'semanal-20x', 21],
      ['/service/credit-rating', 'pf-entrada-3x', 4],
    ] as const
  ).map(([service, plan, count]) => ({
    item: `accepted: order, steps and payments are created; ${count} instalments lead to /payments`,
    async check(fixture: Fixture) {
      const person = await fixture.customer()
      await fixture.hire(person, { service, plan })
      const page = await fixture.accept(person)
      expect(page.path).toBe('/payments')
      expect(await fixture.instalmentsOf(person)).toHaveLength(count)
    },
  })),
  {
    item: 'accepted: a single payment leads to /payment',
    async check(fixture) {
      const person = await fixture.customer()
      await fixture.hire(person, { plan: 'a-vista' })
      expect((await fixture.accept(person)).path).toBe('/payment')
      expect(await fixture.instalmentsOf(person)).toHaveLength(1)
    },
  },
  {
    item: 'approved: on to /payment-success, which clears what was stored',
    async check(fixture) {
      const person = await fixture.contracted({ plan: 'a-vista' })
      const page = await approve(fixture, person)
      expect(page.path).toBe('/payment-success')
      for (const cookie of ['rc_contratacao', 'rc_cobranca', 'rc_pedido']) {
        expect([...person.browser.cookies.keys()]).not.toContain(cookie)
      }
    },
  },
  {
    item: 'several instalments at once: external reference MULT_<all ids>_<timestamp>',
    replacedBy: 'MULT_<charge id>_<timestamp>, and a table of what it covers',
    async check(fixture) {
      const person = await fixture.contracted()
      const ids = (await fixture.instalmentsOf(person)).slice(0, 3).map(({ id }) => id)
      const page = await fixture.pay(person, ids)
      expect(page.path).toBe('/payment')
      const { id, reference } = await fixture.chargeOf(person)
      expect(reference).toMatch(new RegExp(`^MULT_${id.replaceAll('-', '-?')}_\\d+$`))
      const covered = await fixture.rows('select 1 from charge_payments where charge_id = $1', [id])
      expect(covered).toHaveLength(3)
    },
  },
])

/** Applies the provider's decision; the person presses 'Verificar Pagamento'. */
export async function decide(fixture: Fixture, person: Person, verdict: string) {
  await fixture.pay(
    person,
    (await fixture.instalmentsOf(person)).slice(0, 1).map(({ id }) => id),
  )
  const { id, reference } = await fixture.chargeOf(person)
  await fixture.simulator().act(reference, verdict)
  return { id, page: await person.send('/payment', { intent: 'check', chargeId: id }) }
}

export async function approve(fixture: Fixture, person: Person) {
  return (await decide(fixture, person, 'approve')).page
}

export const section4: Demand[] = [...accounts, ...orders, ...payments, ...hiring]

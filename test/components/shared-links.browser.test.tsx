import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PayerView } from '../../src/web/routes/arrangements/payer-view.tsx'
import { LookupPage } from '../../src/web/routes/consultations/lookup-page.tsx'
import { openPage } from './support/page.tsx'
import { shownCharge } from './support/samples.ts'
import { answer, asked, emit, heldAnswer, openStreams, setVisible } from './support/server.ts'

// The two pages that are opened with a secret link, without an account.

type LookupData = ComponentProps<typeof LookupPage>['data']
type PayerData = ComponentProps<typeof PayerView>['data']

function lookup(changed: Partial<LookupData> = {}): LookupData {
  return {
    key: 'k',
    view: {
      cpf: '529.***.***-25',
      createdAt: new Date('2026-11-20T15:00:00Z'),
      paidAt: undefined,
      promisedAt: undefined,
      deliveredAt: undefined,
    },
    charge: shownCharge({ amount: 2_500 }),
    consultation: { title: 'Consulta Completa', price: 2_500, promise: 'em até 1 hora' },
    ...{ stage: 'paying', secondsLeft: 1800, address: 'https://exemplo.com.br/consulta/k' },
    link: undefined,
    credits: [],
    returns: [],
    ...changed,
  }
}

function payer(changed: Partial<PayerData> = {}): PayerData {
  return {
    ...{ token: 't', state: 'owed', firstName: 'Joana', orderNumber: 'RC-7K4P2', amount: 9_990 },
    ...{ charge: undefined, secondsLeft: undefined, nightLimit: undefined },
    ...changed,
  }
}

function holdTime(): void {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const
  vi.useFakeTimers({ toFake: [...toFake] })
}

test('a paid look-up updates by itself, polls until settled, then shows the promised time and links to the result', async () => {
  holdTime()
  await openPage({ name: 'lookup', page: LookupPage, data: lookup(), at: '/consulta/k' })
  await expect.element(page.getByText('R$ 25,00').first()).toBeVisible()
  const paidAt = new Date('2026-11-20T15:05:00Z')
  answer(() => ({
    data: lookup({ stage: 'settling', charge: shownCharge({ phase: 'approved' }) }),
    toasts: [],
  }))
  await emit({ phase: 'approved' })
  await expect.element(page.getByText('Pagamento aprovado!').first()).toBeVisible()
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByRole('heading', { name: 'Pagamento aprovado!', level: 1 })).toBeVisible()
  expect(openStreams()).toEqual([])

  const promisedAt = new Date('2026-11-20T16:05:00Z')
  const view = { ...lookup().view, paidAt, promisedAt }
  answer(() => ({ data: lookup({ stage: 'running', charge: undefined, view }), toasts: [] }))
  const before = asked.length
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before), { interval: 1_000, timeout: 10_000 })
  await expect.element(page.getByText(/o resultado fica pronto até 20.11.2026 às 13:05/i)).toBeVisible()
  const settled = asked.length
  vi.advanceTimersByTime(29_000)
  expect(asked).toHaveLength(settled)

  const link = { state: 'live', key: 'r', expiresAt: promisedAt, erasedAt: undefined } as const
  answer(() => ({ data: lookup({ stage: 'delivered', charge: undefined, view, link }), toasts: [] }))
  vi.advanceTimersByTime(1_000)
  const open = page.getByRole('link', { name: 'Ver o resultado' })
  await expect.element(open).toHaveAttribute('href', '/resultado/r')
})

test('a look-up that the team is at is refreshed while somebody sees its page', async () => {
  holdTime()
  const running = lookup({ stage: 'running', charge: undefined })
  await openPage({ name: 'lookup', page: LookupPage, data: running, at: '/consulta/k' })
  answer(() => ({ data: running, toasts: [] }))
  setVisible(false)
  vi.advanceTimersByTime(90_000)
  expect(asked).toEqual([])
  setVisible(true)
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/consulta/k']))
})

test('changing from Pix to card shows the other button at once, and the card page once the server has it', async () => {
  await openPage({ name: 'lookup', page: LookupPage, data: lookup(), at: '/consulta/k' })
  const held = heldAnswer<{ redirect: string }>()
  answer(({ method }) => {
    if (method === 'POST') return held.promise
    const card = shownCharge({
      id: 'c2',
      method: 'credit_card',
      code: undefined,
      initPoint: 'https://pay.example/c2',
    })
    return { data: lookup({ charge: card, secondsLeft: undefined }), toasts: [] }
  })
  await page.getByRole('button', { name: 'Prefiro pagar com cartão' }).click()
  await expect.element(page.getByRole('button', { name: 'Gerando pagamento...' })).toBeDisabled()
  held.resolve({ redirect: '/consulta/k' })
  await expect.element(page.getByRole('button', { name: 'Prefiro pagar com Pix' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /cartão/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copiar código Pix' })).not.toBeInTheDocument()
})

test('another payer gets a code, or the reason why not; an arriving payment is shown by itself', async () => {
  holdTime()
  await openPage({ name: 'payer', page: PayerView, data: payer(), at: '/pagar/t' })
  const generate = page.getByRole('button', { name: 'Gerar código Pix' })
  answer(() => ({ data: payer(), answer: { callout: 'failed' }, toasts: [] }))
  await generate.click()
  await expect.element(page.getByText('Não foi possível gerar o código agora')).toBeVisible()
  await expect.element(generate).toBeEnabled()

  const waiting = payer({ state: 'waiting', charge: shownCharge({ amount: 9_990 }), secondsLeft: 1800 })
  answer(({ method }) =>
    method === 'POST' ? { redirect: location.pathname } : { data: waiting, toasts: [] },
  )
  await generate.click()
  await expect.element(page.getByRole('button', { name: 'Copiar código Pix' })).toBeVisible()
  await expect.element(page.getByText('Não foi possível gerar o código agora')).not.toBeInTheDocument()

  answer(({ method }) => ({
    ...{ data: waiting, toasts: [] },
    ...(method === 'POST' && { answer: { callout: 'notYet' } }),
  }))
  await page.getByRole('button', { name: 'Verificar Pagamento' }).click()
  // Somebody who has just paid is not alarmed.
  const notYet = page.getByRole('status').filter({ hasText: 'Pagamento ainda não identificado' })
  await expect.element(notYet).toHaveClass('callout-neutral')

  answer(() => ({ data: payer({ state: 'paid' }), toasts: [] }))
  await emit({ phase: 'approved' })
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByText('Pagamento confirmado!')).toBeVisible()
})

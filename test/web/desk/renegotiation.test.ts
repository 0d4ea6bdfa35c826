// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { atDesk, demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let support: Browser
let finance: Browser
let viewer: { id: string; email: string; nome: string }

beforeAll(async () => {
  support = await atDesk(web, 'support')
  finance = await atDesk(web, 'finance')
  const { email } = demoAccount('customer')
  const account = await web.app.identity.accountOf(web.database, email)
  viewer = { id: account?.userId ?? '', email, nome: 'Joana Pereira' }
})

const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')
const htmlOf = async (browser: Browser, path: string) => textOf(await browser.get(path))

const customer = () => signedIn(web, demoAccount('customer'))

/** Signs a contract with an entry of R$ 400,00 and 20 weeks of R$ 99,90. */
async function signed() {
  const { contracting } = web.app
  const choice = { serviceId: 'clean-name', planId: 'semanal-20x', name: viewer.nome, cpf: '529.982.247-25' }
  const draft = await contracting.startHiring({ ...choice, phone: '(48) 99999-1234', viewer })
  const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }
  const accepted = draft.ok
    ? await contracting.acceptContract({ draftId: draft.value.draftId, viewer, ticked: ['Li.'], evidence })
    : draft
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  return { orderId, page: `/painel/pedidos/${orderId}/renegociar` }
}

const toReview = async () =>
  (await web.app.backoffice.countQueue({ role: 'finance' })).kinds['renegotiation.review'] ?? 0

const first = () => addDays(todayInSaoPaulo(web.app.clock.now()), 10)

const toSend = { intent: 'propose', dias: '7', palavras: 'Como combinamos.', motivo: 'pediu prazo' }

/** The totals of a preview, which are sent with the proposal. */
const seenIn = (previewed: string) =>
  Object.fromEntries(
    ['aberto', 'visto'].map((name) => [
      name,
      new RegExp(`name="${name}" value="(\\d+)"`).exec(previewed)?.[1] ?? '',
    ]),
  )

/** Previews and sends a proposal, as a browser without script does. */
async function propose(page: string, more: Record<string, string> = {}) {
  const typed = { tipo: '6x', preco: '1.500,00', primeiro: first(), ...more }
  const previewed = await textOf(await finance.post(page, { intent: 'preview', ...typed }))
  return { previewed, sent: await finance.post(page, { ...seenIn(previewed), ...typed, ...toSend }) }
}

test('finance previews and sends a new schedule; the customer compares and accepts it without a script', async () => {
  const { orderId, page } = await signed()
  expect((await support.get(page)).status).toBe(403)
  const html = await htmlOf(finance, page)
  expect(html).toContain('R$ 2.398,00, 21 parcelas')
  const high = await finance.post(page, {
    intent: 'preview',
    tipo: '6x',
    preco: '3.000,00',
    primeiro: first(),
  })
  expect(await textOf(high)).toContain('O novo total é maior que o que está em aberto')

  const { previewed, sent } = await propose(page)
  expect(previewed).toContain('Desconto de R$ 898,00')
  expect(previewed).toContain('Parcela 26')
  expect(sent.headers.get('Location')).toBe(page)
  expect(await htmlOf(finance, page)).toContain('à espera do cliente')
  expect(await htmlOf(finance, `/painel/pedidos/${orderId}`)).toContain('renegociação à espera do cliente')
  const [message] = await web.app.notifications.messagesOf({ userId: viewer.id, limit: 1 })
  expect(message?.subject).toBe('Temos uma proposta para você ver com calma')

  const joana = await customer()
  const payments = await htmlOf(joana, '/payments')
  const place = /href="(\/contract\/renegociar\/[^"]+)"/.exec(payments)?.[1] ?? ''
  const read = await htmlOf(joana, place)
  expect(read).toContain('Como está hoje')
  expect(read).toContain('O novo total tem um desconto de R$ 898,00.')
  expect(read).toContain('ADITIVO AO CONTRATO')
  const sha256 = /name="sha256" value="([0-9a-f]{64})"/.exec(read)?.[1] ?? ''
  const unticked = await joana.post(place, { intent: 'accept', sha256 })
  expect(unticked.headers.get('Location')).toBe(`${place}?termos=1#aceitar`)
  expect(await htmlOf(joana, `${place}?termos=1`)).toMatch(
    /aria-invalid="true"[\s\S]*Falta marcar que você leu<\/p>/,
  )
  const accepted = await joana.post(place, { intent: 'accept', sha256, aceito: 'on' })
  expect(accepted.headers.get('Location')).toBe('/payments')
  expect((await joana.post(place, { intent: 'accept', sha256, aceito: 'on' })).headers.get('Location')).toBe(
    '/payments',
  )
  const open = (await web.app.payments.ofOrder({ orderId })).filter(({ status }) => status === 'pending')
  expect(open.map(({ total }) => total)).toEqual([25_000, 25_000, 25_000, 25_000, 25_000, 25_000])
  expect(await htmlOf(joana, place)).toContain('Você aceitou esta proposta')
  // A page that the browser kept says what became of the proposal, and does not ask to try again.
  expect((await joana.post(place, { intent: 'refuse', resposta: '' })).headers.get('Location')).toBe(place)
  const kept = await htmlOf(joana, place)
  expect(kept).toContain('Esta proposta já estava encerrada')
  expect(kept).toContain('Você aceitou esta proposta')
  expect(kept).not.toContain('Tente de novo')
  expect(await htmlOf(joana, `/contract/copia/${orderId}`)).toContain('Aditivo aceito')
  expect(await (await joana.get(`/contract/copia/${orderId}/texto`)).text()).toContain('ADITIVO AO CONTRATO')
  expect(await htmlOf(finance, `/painel/pedidos/${orderId}`)).toContain('trocadas')
  expect(await web.app.contracting.verifyAcceptances()).toMatchObject({ breaches: [] })
})

test('a proposal is sent only while the order owes what its preview showed', async () => {
  const { orderId, page } = await signed()
  const typed = { tipo: '6x', preco: '1.500,00', primeiro: first() }
  const previewed = await textOf(await finance.post(page, { intent: 'preview', ...typed }))
  await web.database.$client.query(
    "update payments set status = 'cancelled' where order_id = $1 and number = 20",
    [orderId],
  )
  const sent = await finance.post(page, { ...seenIn(previewed), ...typed, ...toSend })
  expect(await textOf(sent)).toContain('O que está em aberto mudou desde que você viu. Confira de novo.')
  expect(await web.app.contracting.renegotiationsFor({ orderId })).toEqual([])
})

test('a refused proposal is in the queue with the customer’s words, until somebody has seen it', async () => {
  const { orderId, page } = await signed()
  await propose(page)
  const [proposal] = await web.app.contracting.renegotiationsFor({ orderId })
  const place = `/contract/renegociar/${proposal?.id}`
  const joana = await customer()
  const refused = await joana.post(place, { intent: 'refuse', resposta: 'ainda fica caro' })
  expect(refused.headers.get('Location')).toBe('/payments')
  expect(await htmlOf(joana, place)).toContain('Você preferiu continuar como está')
  expect(await toReview()).toBe(1)
  expect(await htmlOf(finance, page)).toContain('ainda fica caro')
  const seen = await finance.post(page, { intent: 'review', id: proposal?.id ?? '', motivo: 'ligo amanhã' })
  expect(seen.headers.get('Location')).toBe(page)
  expect(await toReview()).toBe(0)

  await propose(page)
  const [next] = await web.app.contracting.renegotiationsFor({ orderId })
  const withdrawn = await finance.post(page, {
    intent: 'withdraw',
    id: next?.id ?? '',
    motivo: 'outro acordo',
  })
  expect(withdrawn.headers.get('Location')).toBe(page)
  expect(await htmlOf(joana, `/contract/renegociar/${next?.id}`)).toContain('Esta proposta não vale mais')
  // For another person, it is like one that never existed.
  const stranger = await finance.get(`/contract/renegociar/${next?.id}`)
  expect(stranger.status).toBe(404)
})

test('the team’s log, which outlives an erasure, has the sums of a proposal and not its words', async () => {
  const { orderId, page } = await signed()
  await propose(page, { tipo: '6x para a Joana Pereira' })
  const [proposal] = await web.app.contracting.renegotiationsFor({ orderId })
  expect(proposal?.state).toBe('open')
  const [record] = await web.app.backoffice.latestAudit({ subject: orderId, limit: 1 })
  expect(record).toMatchObject({ action: 'renegotiation.propose', detail: { newAmount: 150_000 } })
  expect(JSON.stringify(record?.detail)).not.toContain('Joana')
})

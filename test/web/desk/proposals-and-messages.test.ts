// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let support: Browser
let staff: Browser

beforeAll(async () => {
  support = await atDesk(web, 'support')
  staff = await atDesk(web, 'staff')
})

const query = async <T>(text: string, values: unknown[] = []) =>
  (await web.database.$client.query(text, values)).rows as T[]
const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')
const htmlOf = async (browser: Browser, path: string) => textOf(await browser.get(path))

async function asked(status: 'received' | 'suspected', userId: string | null = null): Promise<string> {
  const id = newId()
  await query(
    `insert into proposals (id, digest, name, birth_date, phone, email, income, vehicle_brand, vehicle_model,
       vehicle_year, vehicle_value, status, created_at, user_id)
     values ($1, $2, 'Ana Lúcia', '1990-05-01', '+5548999990000', 'ana@exemplo.com.br', 500000, 'Fiat', 'Argo',
       '2024', 4200000, $3, $4, $5)`,
    [id, `d-${id}`, status, web.app.clock.now(), userId],
  )
  return id
}

test('a proposal is answered once by e-mail, and the answer is stored with it', async () => {
  const id = await asked('received')
  expect(await htmlOf(support, '/painel')).toContain('Responder proposta')
  expect(await htmlOf(support, '/painel/propostas')).toContain('Ana Lúcia')
  const page = `/painel/propostas/${id}`
  expect(await htmlOf(support, page)).toContain('R$ 42.000,00')
  expect((await support.post(page, { intent: 'answer', resposta: 'curta' })).status).toBe(422)
  const named = await support.post(page, { intent: 'answer', resposta: 'O CPF 529.982.247-25 foi aprovado.' })
  expect(named.status).toBe(422)
  expect(await named.text()).toContain('Tire o CPF do texto')
  const words = 'Temos 48 parcelas de R$ 1.150,00 pelo banco que aprova mais rápido.'
  expect((await support.post(page, { intent: 'answer', resposta: words })).status).toBe(302)
  expect((await support.post(page, { intent: 'answer', resposta: `${words} De novo.` })).status).toBe(422)
  const sent = (await web.app.notifications.recent({})).filter(({ kind }) => kind === 'proposal.answered')
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['ana@exemplo.com.br', 'A resposta ao seu pedido de proposta'],
  ])
  expect(sent[0]?.text).toContain(words)
  expect(await htmlOf(support, page)).toContain(words)
  const member = (await web.app.team.members()).find(({ role }) => role === 'support')
  expect(await query('select answered_by from proposals where id = $1', [id])).toEqual([
    { answered_by: member?.id },
  ])
  const [{ detail } = { detail: {} }] = await query<{ detail: object }>(
    "select detail from audit_log where action = 'proposal.answer' and subject = $1",
    [id],
  )
  expect(JSON.stringify(detail)).not.toContain('parcelas')
})

test('contact details are masked until a member reveals them, which is recorded', async () => {
  const id = await asked('received')
  const page = `/painel/propostas/${id}`
  const masked = await htmlOf(support, page)
  for (const secret of ['99999-0000', 'ana@exemplo.com.br', '01/05/1990'])
    expect(masked).not.toContain(secret)
  const seen = await textOf(await support.post(page, { intent: 'reveal' }))
  for (const shown of ['99999-0000', 'ana@exemplo.com.br', '01/05/1990']) expect(seen).toContain(shown)
  const rows = await query("select detail from audit_log where action = 'customer.reveal' and subject = $1", [
    id,
  ])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('ana@')
})

test('a proposal that was wrongly marked as spam waits for its answer, and the person is notified', async () => {
  const id = await asked('suspected')
  expect(await htmlOf(support, '/painel/propostas?ver=suspeitas')).toContain(id)
  expect((await support.post(`/painel/propostas/${id}`, { intent: 'trust' })).status).toBe(302)
  const [source] = web.app.proposals.obligations
  expect(await source?.among({ ids: [id] })).toHaveLength(1)
  expect((await support.post(`/painel/propostas/${id}`, { intent: 'trust' })).status).toBe(422)
  const sent = (await web.app.notifications.recent({})).filter(({ kind }) => kind === 'proposal.received')
  expect(sent.map(({ to }) => to)).toEqual(['ana@exemplo.com.br'])
})

test('a suspected proposal can be answered at once; the answer is one of the messages to its account', async () => {
  const { userId = '' } =
    (await web.app.identity.accountOf(web.database, demoAccount('customer').email)) ?? {}
  const id = await asked('suspected', userId)
  const resposta = 'Conseguimos 1,2% ao mês em 48 vezes.'
  expect((await support.post(`/painel/propostas/${id}`, { intent: 'answer', resposta })).status).toBe(302)
  const rows = await query(
    "select user_id from messages where kind = 'proposal.answered' order by id desc limit 1",
  )
  expect(rows).toEqual([{ user_id: userId }])
})

test('an offer is previewed as it is written, sent to an account, and withdrawn', async () => {
  const offer = {
    ...{ email: demoAccount('customer').email, servico: 'serasa-score', variante: '', tipo: 'PIX mensal' },
    ...{
      preco: 'entrada R$ 400,00 + 3x R$ 199,90',
      avista: 'R$ 900,00',
      ate: '2026-03-10',
      titulo: '',
      linhas: '',
    },
  }
  const previewed = { ...offer, motivo: 'pediu desconto', intent: 'preview' }
  const preview = await textOf(await support.post('/painel/ofertas', previewed))
  expect(preview).toContain('Parcela 3 de 3')
  expect(preview).toContain('R$ 999,70')
  // Without script the typed text is kept.
  expect(preview).toContain('value="entrada R$ 400,00 + 3x R$ 199,90"')
  expect(preview).toContain('pediu desconto</textarea>')
  const wrong = await support.post('/painel/ofertas', { ...offer, preco: 'muito', intent: 'preview' })
  expect(wrong.status).toBe(422)
  // A price in instalments does not state the amount paid at once: it is requested.
  const inParts = { ...offer, tipo: 'mensal', preco: 'entrada R$ 400,00 + 3x R$ 199,90', avista: '' }
  const asked = await textOf(await support.post('/painel/ofertas', { ...inParts, intent: 'preview' }))
  expect(asked).toContain('Diga o preço à vista em reais')
  expect(asked).toContain('value="entrada R$ 400,00 + 3x R$ 199,90"')

  // The same form, sent twice by a double click in a browser without scripts, is one offer.
  const [, key] = (await htmlOf(support, '/painel/ofertas')).match(/name="chave" value="([^"]+)"/) ?? []
  const form = { ...offer, chave: key ?? '', intent: 'send', motivo: 'combinado por telefone' }
  const sent = await Promise.all([1, 2].map(() => support.post('/painel/ofertas', form)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 422])
  const [latest, ...others] = await web.app.proposals.latestOffers({ limit: 2 })
  expect([latest, others]).toMatchObject([{ status: 'sent', total: 99_970 }, []])
  // The log finds what became of an offer by its id.
  const [record] = await web.app.backoffice.latestAudit({ subject: latest?.id ?? '' })
  expect(record).toMatchObject({ action: 'offer.send' })
  const withdrawal = { intent: 'withdraw', id: latest?.id ?? '', motivo: 'preço errado' }
  expect((await support.post('/painel/ofertas', withdrawal)).status).toBe(302)
  expect((await support.post('/painel/ofertas', withdrawal)).status).toBe(422)
  expect(await htmlOf(support, '/painel/ofertas')).toContain('retirada')
})

test('messages are listed without addresses, and a failed one is sent again or given up', async () => {
  await web.app.notifications.send(web.database, {
    ...{
      to: 'joana.pereira@exemplo.com.br',
      channel: 'email',
      kind: 'order.paid',
      subject: 'Seu pedido',
      text: 'Oi',
    },
  })
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "update messages set status = 'failed', waiting_since = null where subject = 'Seu pedido' returning id",
  )
  const html = await htmlOf(support, '/painel/mensagens?ver=falhas')
  expect(html).toContain('Seu pedido')
  expect(html).not.toContain('joana.pereira')
  expect(html).toContain('Enviar outra vez')
  expect((await support.post('/painel/mensagens', { intent: 'resend', id })).status).toBe(422)
  const again = { intent: 'resend', id, motivo: 'caixa cheia, já liberada' }
  expect((await support.post('/painel/mensagens', again)).status).toBe(302)
  expect(await query('select status, attempts from messages where id = $1', [id])).toEqual([
    { status: 'queued', attempts: 0 },
  ])
  expect((await support.post('/painel/mensagens', again)).status).toBe(422)
  // One that waits for the morning is in the queue, too.
  expect(await htmlOf(support, '/painel/mensagens')).toContain('na fila')
  await query(
    "update messages set waiting_since = null, not_before = now() + interval '9 hours' where id = $1",
    [id],
  )
  expect(await htmlOf(support, '/painel/mensagens?ver=na-fila')).toContain('Seu pedido')
})

test('messages that failed in an outage are resent by one decision, with one record, and only once', async () => {
  const failed = async (minute: number, { isOutage = true } = {}) => {
    const id = newId()
    const at = (after: number) => `2026-03-10T05:${10 + after}:00.000Z`
    await query(
      `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at, unavailable_at)
       values ($1, 'joana.pereira@exemplo.com.br', 'email', 'order.paid', 'Oi', 'Oi', '{}', 'failed', $2, $3)`,
      [id, at(minute), isOutage ? at(minute + 30) : null],
    )
    return id
  }
  const path = '/painel/mensagens?ver=falhas'
  const refusedId = await failed(0, { isOutage: false })
  const first = await failed(1)
  expect(await htmlOf(support, path)).not.toContain('não saíram')
  const second = await failed(2)
  const html = await htmlOf(support, path)
  expect(html).toContain('2 mensagens não saíram')
  expect(html).toContain('10/03/2026 às 02:41')
  expect(await htmlOf(support, '/painel/mensagens')).not.toContain('não saíram')
  const [, ate = ''] = /name="ate" value="([^"]+)"/.exec(html) ?? []
  const finance = await atDesk(web, 'finance')
  expect(await htmlOf(finance, path)).not.toContain('não saíram')

  const form = { intent: 'resend-after-outage', ate, motivo: 'o servidor voltou' }
  expect((await finance.post(path, form)).status).toBe(403)
  expect((await support.post(path, { ...form, motivo: '' })).status).toBe(422)
  expect((await support.post(path, { ...form, ate: 'x' })).status).toBe(422)
  // One that fails after the page was read is not part of the decision.
  const third = await failed(3)
  const sent = await Promise.all([1, 2].map(() => support.post(path, form)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([302, 422])
  const states = await query<{ id: string; status: string }>(
    'select id, status from messages where id = any($1)',
    [[refusedId, first, second, third]],
  )
  expect(Object.fromEntries(states.map(({ id, status }) => [id, status]))).toEqual({
    [refusedId]: 'failed',
    [first]: 'queued',
    [second]: 'queued',
    [third]: 'failed',
  })
  const records = await web.app.backoffice.latestAudit({ subject: 'after-outage' })
  expect(records).toMatchObject([
    {
      action: 'message.resend',
      reason: 'o servidor voltou',
      detail: { outcome: { messageIds: [first, second], left: 1 } },
    },
  ])
  expect(JSON.stringify(records)).not.toContain('joana')
  const givenUp = { intent: 'give-up', id: third, motivo: 'avisada por telefone' }
  expect((await support.post(path, givenUp)).status).toBe(302)
  const log = await htmlOf(await atDesk(web, 'owner'), '/painel/registro')
  expect(log).toContain('Enviou de novo o que não tinha saído: 2 mensagens')
  expect(log).toContain('Encerrou uma mensagem que não foi entregue')
})

test('a stopped job is shown and discarded; the check for forgotten messages finds none', async () => {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "insert into pgboss.job (name, data) values ('dead-letters', '{}') returning id",
  )
  expect(await htmlOf(staff, '/painel/operacao')).toContain('Tarefas que pararam')
  const discard = { intent: 'discard', id, motivo: 'versão antiga' }
  expect((await staff.post('/painel/operacao', discard)).status).toBe(302)
  expect((await staff.post('/painel/operacao', discard)).status).toBe(422)
  expect(await htmlOf(staff, '/painel/operacao?esquecidos=1')).toContain('Nada foi esquecido')
})

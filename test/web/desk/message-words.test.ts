// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { messageWordings } from '../../../src/message-words.ts'
import { contentIn, type MessageTextsContent, messageId } from '../../../src/modules/catalogue/public.ts'
import { receiptMessage } from '../../../src/modules/receipts/messages.ts'
import { atDesk } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let owner: Browser

beforeAll(async () => {
  owner = await atDesk(web, 'owner')
})

const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')
const htmlOf = async (path: string, browser: Browser = owner) => textOf(await browser.get(path))
const query = async <T>(text: string, values: unknown[] = []) =>
  (await web.database.$client.query(text, values)).rows as T[]

const list = '/painel/catalogo/mensagens'
const page = '/painel/catalogo/mensagem/receipt-made'

/** Returns the form of a message with its current texts, with something else typed. */
function typed(kind: string, change: Record<string, string> = {}): Record<string, string> {
  const content = contentIn(web.app.catalogue.current(), `message:${messageId(kind)}`)
  return { ...(content as MessageTextsContent).texts, ...change }
}

async function draft(path: string, form: Record<string, string>): Promise<string> {
  const answer = await owner.post(path, { intent: 'draft', ...form })
  return answer.headers.get('Location') ?? (await textOf(answer))
}

const publish = (path: string, more: Record<string, string> = {}) =>
  owner.post(path, { intent: 'publish', quando: 'agora', motivo: 'mais curto', ...more })

/** Sends a receipt, as its module does. @returns what was stored */
async function sendReceipt(): Promise<{ id: string; subject: string; text: string; title: string }> {
  const message = receiptMessage({
    ...{ nome: 'Ana', amount: 40_000, number: '2026/000123', url: 'https://recomeco.exemplo/r' },
  })
  await web.database.transaction((tx) =>
    web.app.notifications.send(tx, {
      ...{ to: 'ana@exemplo.com.br', channel: 'email', kind: 'receipt.made', ...message },
    }),
  )
  const [row] = await stored('order by id desc limit 1')
  if (!row) throw new Error('no message')
  return row
}

const stored = (rest: string) =>
  query<{ id: string; subject: string; text: string; title: string }>(
    `select id, subject, text, content->>'title' as title from messages ${rest}`,
  )

test('lists every message to customers, and finds it by a word of it', async () => {
  const all = await htmlOf(list)
  const lines = web.app.calendarLines().filter(({ topic }) => topic !== 'team')
  for (const { what } of lines) expect(all).toContain(what)
  for (const kind of Object.keys(messageWordings)) {
    expect(all).toContain(`/painel/catalogo/mensagem/${messageId(kind)}`)
  }
  expect(all).toContain('/painel/catalogo/lembrete/late-first')
  expect(all).toContain('É a segunda prova de quem abre o resultado.')
  expect(all).not.toContain('/painel/catalogo/mensagem/consultation-code')
  const found = await htmlOf(`${list}?busca=Recibo`)
  expect(found).toContain('Seu recibo está pronto')
  expect(found).not.toContain('Redefina sua senha')
  // Also without accents, and no match is a sentence.
  expect(await htmlOf(`${list}?busca=desistencia`)).toContain('Desistência confirmada')
  expect(await htmlOf(`${list}?busca=zebra`)).toContain('Nenhuma mensagem com estas palavras.')
  expect(await htmlOf('/painel/catalogo')).toContain(list)
})

test('words are drafted, previewed and published; earlier messages keep theirs, also when retried', async () => {
  const before = await sendReceipt()
  const changed = typed('receipt.made', {
    subject: 'Chegou o seu recibo',
    title: 'Aqui está: {valor}',
    lines: 'Tudo certo com o seu pagamento.\r\n\r\n\r\nO recibo está pronto, em PDF.',
  })
  const path = await draft(page, changed)
  expect(path).toMatch(/^\/painel\/catalogo\/rascunho\//)
  const screen = await htmlOf(path)
  expect(screen).toContain('<del>Seu recibo está pronto</del>')
  expect(screen).toContain('<ins>Chegou o seu recibo</ins>')
  const frame = /src="(\/painel\/catalogo\/mensagens\/previa\?[^"]+)"/
    .exec(screen)?.[1]
    ?.replaceAll('&amp;', '&')
  const mail = await owner.get(frame ?? '')
  expect(mail.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(mail.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(mail.headers.get('Cache-Control')).toContain('no-store')
  const shown = await textOf(mail)
  expect(shown).toContain('Aqui está: R$ 400,00')
  expect(shown).toContain('Olá, Maria. Tudo certo com o seu pagamento.')
  // Text for WhatsApp: the lines and the link, without the amount.
  const whatsapp = /<div class="desk-message"><p>([^<]*)<\/p>/.exec(screen)?.[1] ?? ''
  expect(whatsapp).toContain(
    'Olá, Maria. Tudo certo com o seu pagamento.\n\nO recibo está pronto, em PDF.\n\nVeja aqui:',
  )
  expect(whatsapp).not.toContain('400,00')
  expect(screen).toContain(
    'Olá! Seu atendimento teve uma novidade: (a mensagem) Qualquer dúvida, responda aqui.',
  )
  expect(screen).toContain('/painel/mensagens/modelos')
  // No message uses the draft yet.
  expect((await sendReceipt()).subject).toBe('Seu recibo está pronto')

  expect((await publish(path)).headers.get('Location')).toBe(page)
  const after = await sendReceipt()
  expect(after).toMatchObject({ subject: 'Chegou o seu recibo', title: 'Aqui está: R$ 400,00' })
  expect(after.text).toContain('Olá, Ana. Tudo certo com o seu pagamento.\n\nO recibo está pronto, em PDF.')
  await web.app.notifications.renderMessage({ messageId: before.id })
  expect(await stored(`where id = '${before.id}'`)).toEqual([before])
  const [logged] = await query<{ action: string }>(
    'select action from audit_log order by position desc limit 1',
  )
  expect(logged?.action).toBe('catalogue.publish')
  expect(await web.app.backoffice.firstAuditBreach()).toBeUndefined()
})

test('a version states its changes, and one button restores the original words', async () => {
  const path = await draft(page, typed('receipt.made', { note: 'Entre na sua conta para abrir.' }))
  await publish(path)
  const screen = await htmlOf(page)
  expect(screen).toContain('O que mudou nesta versão')
  expect(screen).toContain('<ins>Entre na sua conta para abrir.</ins>')
  expect(screen).toContain('Voltar às palavras originais')
  const reset = await owner.post(page, { intent: 'reset' })
  expect(reset.headers.get('Location')).toBe(page)
  expect((await sendReceipt()).subject).toBe('Seu recibo está pronto')
  const again = await htmlOf(page)
  expect(again).toContain('repete a instalação')
  expect(again).not.toContain('Voltar às palavras originais')
  // There is nothing to reset where no word was changed.
  expect((await owner.post('/painel/catalogo/mensagem/refund-done', { intent: 'reset' })).status).toBe(422)
})

test('words scheduled for a date begin on it', async () => {
  const path = await draft(page, typed('receipt.made', { subject: 'Recibo a caminho' }))
  const later = new Date(web.app.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  await publish(path, { quando: 'depois', momento: `${later}T09:00` })
  expect((await sendReceipt()).subject).toBe('Seu recibo está pronto')
  expect(await htmlOf(list)).toContain('muda em ')
  const next = web.app.catalogue
  await next.refresh()
  expect(await htmlOf(page)).toContain('ainda vai valer')
  // A reset would hold only until that date: the planned version is called off first.
  const reset = await owner.post(page, { intent: 'reset' })
  expect(reset.status).toBe(422)
  expect(await textOf(reset)).toContain('Há uma versão planejada')
})

test('forbidden words are refused in the form, and the input is kept', async () => {
  const refusedWith = async (path: string, kind: string, change: Record<string, string>) => {
    const answer = await owner.post(path, { intent: 'draft', ...typed(kind, change) })
    expect(answer.status).toBe(422)
    return textOf(answer)
  }
  const link = await refusedWith(page, 'receipt.made', { note: 'Pague em https://golpe.example agora' })
  expect(link).toContain('Observação no fim: “https://golpe.example” leva para fora da mensagem.')
  expect(link).toContain('Pague em https://golpe.example agora</textarea>')
  const account = '/painel/catalogo/mensagem/account-reset'
  expect(await refusedWith(account, 'account.reset', { note: 'Boa sorte!' })).toContain(
    'Observação no fim: “{nao_foi_voce}” tem de estar aqui',
  )
  expect(await refusedWith(account, 'account.reset', { lines: 'Envie a sua senha. {validade}' })).toContain(
    'pede o que a loja nunca pede',
  )
  expect(await refusedWith(page, 'receipt.made', { subject: 'Recibo da dívida' })).toContain(
    'outra pessoa que visse a tela saberia de uma dívida',
  )
})

test('a message with cases shows each of them', async () => {
  const path = '/painel/catalogo/mensagem/credit-kept'
  const first = await htmlOf(path)
  expect(first).toContain('O valor já tinha sido pago')
  expect(first).toContain('O que entra em {destino}')
  const second = await htmlOf(`${path}?exemplo=1`)
  expect(second).toContain('mensagem=message%3Acredit-kept&amp;exemplo=1')
  const mailOf = (exemplo: string) =>
    htmlOf(`/painel/catalogo/mensagens/previa?mensagem=message:credit-kept&exemplo=${exemplo}`)
  expect(await mailOf('0')).toContain('esse valor já tinha sido pago')
  expect(await mailOf('1')).toContain('Recebemos R$ 99,90 a mais do que o cobrado.')
  expect(await mailOf('99')).toBe(await mailOf('0'))
})

test('every message and every reminder has a preview', async () => {
  const subjects = [
    ...Object.keys(messageWordings).map((kind) => `message:${messageId(kind)}`),
    ...['coming', 'due', 'late-first', 'late-second', 'late-last'].map((id) => `reminder:${id}`),
  ]
  for (const subject of subjects) {
    const mail = await owner.get(`/painel/catalogo/mensagens/previa?mensagem=${subject}`)
    expect([subject, mail.status]).toEqual([subject, 200])
    expect(await textOf(mail)).not.toMatch(/\{\w+\}|undefined/)
  }
  const reminder = await htmlOf('/painel/catalogo/lembrete/late-first')
  expect(reminder).toContain('mensagem=reminder%3Alate-first')
  expect(reminder).toContain('a parcela 3 do seu pedido, de R$ 150,00')
})

test('only administração reads and edits message words', async () => {
  const colleague = await atDesk(web, 'staff')
  for (const path of [list, page, '/painel/catalogo/mensagens/previa?mensagem=message:receipt-made']) {
    expect((await colleague.get(path)).status).toBe(403)
  }
  for (const intent of ['draft', 'reset']) expect((await colleague.post(page, { intent })).status).toBe(403)
  expect((await owner.get('/painel/catalogo/mensagens/previa?mensagem=claim:years')).status).toBe(404)
  expect((await owner.get('/painel/catalogo/mensagens/previa?rascunho=x')).status).toBe(404)
  expect((await owner.get('/painel/catalogo/mensagem/consultation-code')).status).toBe(404)
})

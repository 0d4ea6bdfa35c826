// Databases: one
import { beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { StorageError } from '../../../src/platform/storage/blob-store.ts'
import { jpeg, pdf } from '../../modules/documents/sample-files.ts'
import { atDesk, demoAccount, signedIn } from '../../support/desk.ts'
import { deliver } from '../../support/listeners.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let customerId: string
beforeAll(async () => {
  const { email } = demoAccount('customer')
  const { rows } = await web.database.$client.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  customerId = rows[0]?.id ?? ''
})

async function paidLookup(email = 'joana@exemplo.com.br'): Promise<string> {
  // No provider is available to issue the charge; the request is stored before.
  await web.app.consultations.requestConsultation({
    kind: 'complete',
    subject: {
      cpf: '52998224725',
      name: 'Joana Pereira',
      phone: '+5548999991234',
      email,
    },
    method: 'pix',
    declared: true,
    userId: undefined,
    evidence: { ip: '198.51.100.9', userAgent: `test ${Math.random()}` },
  })
  const { rows } = await web.database.$client.query<{ id: string; charge_id: string }>(
    'select id, charge_id from consultations order by created_at desc, id desc limit 1',
  )
  const [{ id, charge_id: chargeId } = { id: '', charge_id: '' }] = rows
  const settled = { amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02', userId: null }
  await deliver(web.database, web.app.consultations.listeners, {
    type: 'charge.settled',
    payload: { chargeId, purpose: { kind: 'consultation', id }, ...settled },
  })
  return id
}

const recordsOf = async (subject: string) =>
  (await web.app.backoffice.latestAudit({ limit: 200 })).filter((row) => row.subject === subject)
const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()

function fileForm(fields: Record<string, string>, file?: { name: string; bytes: Uint8Array }) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('arquivo', new File([new Uint8Array(file.bytes)], file.name))
  return form
}

test('a look-up is listed masked, its view is recorded, and it is delivered with a file from its page', async () => {
  const id = await paidLookup()
  const desk = await atDesk(web, 'support')
  const list = await textOf(desk, '/painel/consultas')
  expect(list).toContain(`/painel/consultas/${id}`)
  expect(list).toContain('CPF ***.982.247-**')
  expect(list).not.toMatch(/529\.982|52998224725|Joana/)
  const page = `/painel/consultas/${id}`
  expect(await textOf(desk, page)).not.toMatch(/529\.982|52998224725|Joana|joana@/)
  const shown = await (await desk.post(page, { intent: 'reveal' })).text()
  expect(shown).toContain('529.982.247-25')
  expect(shown).toContain('joana@exemplo.com.br')

  const nothing = await desk.post(page, fileForm({ intent: 'deliver', versao: '0', texto: ' ' }))
  expect(nothing.status).toBe(422)
  expect(await nothing.text()).toContain('Escreva o resultado ou escolha um arquivo.')
  const file = { name: 'resultado.pdf', bytes: pdf() }
  const given = { intent: 'deliver', versao: '0', texto: 'Nada consta.' }
  const done = await desk.follow(await desk.post(page, fileForm(given, file)))
  expect(done.html).toContain('Consulta entregue; o comprador foi avisado.')
  expect(done.html).not.toContain('Nada consta.')
  const again = await desk.post(page, fileForm(given, file))
  expect(await again.text()).toContain('Um colega mexeu nisto agora.')

  const correction = { ...given, versao: '1', mudou: 'O laudo estava incompleto.' }
  const corrected = await desk.follow(await desk.post(page, fileForm(correction, file)))
  expect(corrected.html).toContain('Correção entregue; o comprador foi avisado do que mudou.')

  const detail = await web.app.consultations.forTeam({ id })
  const resultId = detail?.results[0]?.id ?? ''
  const opened = await desk.post(page, { intent: 'open-result', resultado: resultId })
  expect(await opened.text()).toContain('Nada consta.')
  const saved = await desk.get(`${page}/resultado/${resultId}`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(Buffer.from(await saved.arrayBuffer()).equals(pdf())).toBe(true)
  expect((await recordsOf(id)).map(({ action }) => action).toReversed()).toEqual([
    'customer.reveal',
    'lookup.deliver',
    'lookup.deliver',
  ])
  expect((await recordsOf(resultId)).map(({ action }) => action)).toEqual(['lookup.open', 'lookup.open'])
})

test('a late look-up proposes its refund, which financeiro decides; atendimento only sees it', async () => {
  const id = await paidLookup()
  web.pass(25 * 60)
  const page = `/painel/consultas/${id}`
  const support = await atDesk(web, 'support')
  expect(await textOf(support, page)).toContain('O financeiro decide se o dinheiro volta.')
  expect((await support.post(page, { intent: 'keep', motivo: 'o cliente prefere' })).status).toBe(403)
  const finance = await atDesk(web, 'finance')
  const html = await textOf(finance, page)
  expect(html).toContain('O prazo passou: devolver o dinheiro?')
  expect(html).not.toContain('name="arquivo"')
  expect((await finance.post(page, fileForm({ intent: 'deliver', versao: '0', texto: 'x' }))).status).toBe(
    403,
  )
  const kept = await finance.follow(await finance.post(page, { intent: 'keep', motivo: 'o cliente prefere' }))
  expect(kept.html).toContain('Decidido: entregar mesmo fora do prazo, sem devolver.')
})

test('viewing a document is recorded; a rejected one is replaced by its owner, which fulfils the request', async () => {
  const bytes = jpeg()
  const added = await web.app.documents.add({
    userId: customerId,
    personType: 'fisica',
    name: 'rg.jpg',
    bytes,
  })
  const id = added.ok ? added.value.id : ''
  const desk = await atDesk(web, 'support')
  expect(await textOf(desk, '/painel/documentos')).toContain(`/painel/documentos/${id}`)
  const page = `/painel/documentos/${id}`
  expect(await textOf(desk, page)).not.toContain('<img')
  expect(await recordsOf(id)).toEqual([])
  const image = await desk.get(`${page}/arquivo`)
  expect(image.headers.get('content-security-policy')).toMatch(/^default-src 'none'; sandbox/)
  expect(image.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await recordsOf(id)).toMatchObject([{ action: 'document.open' }])

  const silent = await desk.post(page, { intent: 'reject', versao: '0', palavras: '' })
  expect(await silent.text()).toContain('Escreva o motivo que o cliente vai ler.')
  const words = 'Falta o verso. Mande frente e verso.'
  const rejected = await desk.follow(
    await desk.post(page, { intent: 'reject', versao: '0', palavras: words }),
  )
  expect(rejected.html).toContain(
    'Documento recusado. O cliente vê o motivo em Minha Conta e, se não desligou os avisos, recebe uma mensagem.',
  )
  const stale = await desk.post(page, { intent: 'accept', versao: '0' })
  expect(await stale.text()).toContain('Um colega mexeu nisto agora.')

  const customer = await signedIn(web, demoAccount('customer'))
  expect(await textOf(customer, '/account')).toContain('Falta um documento seu')
  const account = await textOf(customer, '/account?aba=cadastro')
  expect(account).toContain(`Por quê: ${words}`)
  const action = /action="([^"]*pedido=[^"]*)"/.exec(account)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const form = new FormData()
  form.append('documentos', new File([new Uint8Array(pdf('frente e verso'))], 'rg.pdf'))
  await customer.post(action, form)
  expect(await textOf(customer, '/account')).not.toContain('Falta um documento seu')
  const asked = await desk.post(page, {
    ...{ intent: 'ask', cliente: customerId, tipo: 'address', palavras: 'Dos últimos 3 meses' },
  })
  expect(asked.status).toBe(302)
  expect(await textOf(customer, '/account?aba=cadastro')).toContain('Comprovante de residência')
  const [request] = await web.app.documents.requestsOf({ userId: customerId })
  await desk.post(page, { intent: 'close-request', pedido: request?.id ?? '' })
  expect(await web.app.documents.requestsOf({ userId: customerId })).toEqual([])
})

test('a file that the store lacks, or does not give, is a sentence; what is missing is reported at once, one file an hour', async () => {
  const customer = await signedIn(web, demoAccount('customer'))
  const desk = await atDesk(web, 'support')
  const [first = '', second = ''] = await Promise.all(
    ['first', 'second'].map(async (text) => {
      const file = { name: 'rg.pdf', bytes: pdf(text) }
      const added = await web.app.documents.add({ userId: customerId, personType: 'fisica', ...file })
      return added.ok ? added.value.id : ''
    }),
  )
  const ask = async (browser: Browser, path: string) => {
    const answer = await browser.get(path)
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
  }
  const reports = async () => {
    const { rows } = await web.database.$client.query<{ text: string }>(
      "select text from messages where kind = 'operations.files' order by created_at",
    )
    return rows.map(({ text }) => text)
  }
  const title = '<h1>Este arquivo não está disponível agora</h1>'
  const reported = 'Nossa equipe já foi avisada'

  const get = vi.spyOn(web.app.storage, 'get').mockRejectedValue(new StorageError('no answer'))
  const unanswered = await ask(customer, `/account/documentos/${first}`)
  get.mockRestore()
  expect(unanswered).toMatchObject({ status: 503, retryAfter: '60', text: expect.stringContaining(title) })
  expect(unanswered.text).not.toContain(reported)
  expect(await reports()).toEqual([])

  for (const id of [first, second]) await web.app.storage.delete(`documents/${id}`)
  for (const [browser, path] of [
    [customer, `/account/documentos/${first}`],
    [desk, `/painel/documentos/${first}/arquivo`],
  ] as const) {
    const answer = await ask(browser, path)
    expect(answer).toMatchObject({ status: 503, retryAfter: '3600', text: expect.stringContaining(title) })
    expect(answer.text).toContain(reported)
  }
  // The e-mail was about another file.
  const unreported = await ask(customer, `/account/documentos/${second}`)
  expect(unreported).toMatchObject({ status: 503, text: expect.stringContaining(title) })
  expect(unreported.text).not.toContain(reported)
  expect(await reports()).toEqual([expect.stringContaining(`documents/${first}`)])

  web.pass(61)
  await web.app.operations.reportMissingFile({ file: `documents/${newId()}` })
  expect(await reports()).toHaveLength(1)
  expect((await ask(customer, `/account/documentos/${second}`)).text).toContain(reported)
  expect(await reports()).toEqual([expect.any(String), expect.stringContaining(`documents/${second}`)])
})

test('what is hidden opens by the one spelling of its id, under which its owner reads who looked', async () => {
  const added = await web.app.documents.add({
    ...{ userId: customerId, personType: 'fisica', name: 'cnh.pdf' },
    bytes: pdf('cnh'),
  })
  const documentId = added.ok ? added.value.id : ''
  const desk = await atDesk(web, 'support')
  const owner = await signedIn(web, demoAccount('customer'))
  const looks = async () =>
    (await textOf(owner, '/account/privacidade')).match(/abriu um documento seu|viu seu CPF/g)?.length ?? 0
  const before = await looks()
  const file = `/painel/documentos/${documentId.toUpperCase()}/arquivo`
  expect((await desk.get(file)).status).toBe(404)
  const customer = `/painel/clientes/${customerId.toUpperCase()}`
  expect((await desk.post(customer, { intent: 'reveal' })).status).toBe(422)
  expect((await desk.get(file.replace(documentId.toUpperCase(), documentId))).status).toBe(200)
  expect(await looks()).toBe(before + 1)
})

test('the owner and the team read which document has to be sent again', async () => {
  const userId = customerId
  const asked = await web.app.database.transaction((tx) =>
    web.app.documents.request(tx, { userId, kind: 'other', words: 'Certidão de casamento' }),
  )
  const requestId = asked.ok ? asked.value : ''
  const file = { userId, personType: 'fisica' as const, name: 'foto.pdf', bytes: pdf('certidão') }
  const added = await web.app.documents.add({ ...file, requestId })
  const page = `/painel/documentos/${added.ok ? added.value.id : ''}`
  const desk = await atDesk(web, 'support')
  expect(await textOf(desk, page)).toMatch(/Pedido como<\/dt><dd>Outro documento: Certidão de casamento/)
  await desk.post(page, { intent: 'reject', versao: '0', palavras: 'A foto está tremida.' })
  const title = /Outro documento: Certidão de casamento/
  expect(await textOf(desk, `/painel/clientes/${userId}`)).toMatch(title)

  const customer = await signedIn(web, demoAccount('customer'))
  const account = (await textOf(customer, '/account?aba=cadastro')).split(
    '<script type="application/json"',
  )[0]
  expect(account).toMatch(/<h3[^>]*>Outro documento: Certidão de casamento<\/h3>/)
  expect(account).toContain('Outro arquivo no lugar de “foto.pdf”')
  expect(account).toContain('Por quê: A foto está tremida.')
  const [open] = await web.app.documents.requestsOf({ userId })
  await web.app.database.transaction((tx) =>
    web.app.documents.closeRequest(tx, { requestId: open?.id ?? '' }),
  )
})

test('refuses a decision on a document that its owner has removed; a new one can still be requested', async () => {
  const sent = { userId: customerId, personType: 'fisica' as const, name: 'conta.pdf', bytes: pdf('conta') }
  const added = await web.app.documents.add(sent)
  const id = added.ok ? added.value.id : ''
  const desk = await atDesk(web, 'support')
  const page = `/painel/documentos/${id}`
  const opened = await textOf(desk, page)
  expect(opened).toContain(`name="cliente" value="${customerId}"`)
  expect(await web.app.documents.remove({ id, userId: customerId })).toMatchObject({ ok: true })

  const messages = async () =>
    (await web.database.$client.query('select id from messages where user_id = $1', [customerId])).rows.length
  const before = await messages()
  for (const decision of [{ intent: 'reject', palavras: 'A foto está tremida.' }, { intent: 'accept' }]) {
    const late = await desk.post(page, { ...decision, versao: '0' })
    expect(late.status).toBe(422)
    const html = await late.text()
    expect(html).toContain('O cliente removeu este documento: não há mais o que conferir.')
    expect(html).toContain('Não encontramos')
  }
  expect(await messages()).toBe(before)
  expect(await web.app.documents.requestsOf({ userId: customerId })).toEqual([])

  const ask = { intent: 'ask', cliente: customerId, tipo: 'income', palavras: 'Dos últimos 3 meses' }
  const asked = await desk.post(page, ask)
  expect(asked.headers.get('Location')).toBe(`/painel/clientes/${customerId}`)
  expect((await desk.follow(asked)).html).toContain(
    'Pedido feito. O cliente vê o pedido em Minha Conta e, se não desligou os avisos, recebe uma mensagem.',
  )
  expect(await web.app.documents.requestsOf({ userId: customerId })).toMatchObject([{ kind: 'income' }])
  expect(await messages()).toBe(before + 1)
  const [request] = await web.app.documents.requestsOf({ userId: customerId })
  await desk.post(page, { intent: 'close-request', cliente: customerId, pedido: request?.id ?? '' })
  expect(await web.app.documents.requestsOf({ userId: customerId })).toEqual([])
})

test('the customer’s page lists look-ups bought with their e-mail, and not those of another address', async () => {
  const [own, other] = [await paidLookup(demoAccount('customer').email), await paidLookup()]
  const page = await textOf(await atDesk(web, 'support'), `/painel/clientes/${customerId}`)
  expect(page).toContain(`/painel/consultas/${own}`)
  expect(page).not.toContain(`/painel/consultas/${other}`)
})

// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { auditLength } from '../../../src/modules/backoffice/audit-store.server.ts'
import { wordsOf } from '../../specification/page.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let support: Browser
let customer: string

beforeAll(async () => {
  support = await atDesk(web, 'support')
  const account = await web.app.identity.accountOf(web.database, demoAccount('customer').email)
  customer = account?.userId ?? ''
  await web.database.transaction((tx) =>
    web.app.identity.updateProfile(tx, {
      userId: customer,
      nome: 'Joana Pereira',
      documento: '52998224725',
      telefone: '+5548999990000',
    }),
  )
})

/** What identifies the customer, as the team reads it only on request. */
const unmasked = /529\.?982\.?247|99999-?0000|cliente@exemplo\.com\.br/

const search = async (busca: string) =>
  (await support.post('/painel/clientes', { intent: 'search', busca })).text()

test('finds a customer by known data, and shows them masked', async () => {
  for (const known of ['joana per', '529.982.247-25', '48 99999-0000', 'cliente@exemplo.com.br']) {
    const html = await search(known)
    expect(html).toContain('Joana Pereira')
    expect(html).toContain(`/painel/clientes/${customer}`)
    expect(html).toContain('***.982.247-**')
    // Except for the typed text.
    expect(html.replaceAll(known, '')).not.toMatch(unmasked)
  }
  expect(await search('ninguém com este nome')).toContain('Ninguém com isso')
})

test('tells of documents only a member who may read them', async () => {
  const finance = await atDesk(web, 'finance')
  const [shown, hidden] = await Promise.all(
    [support, finance].map(async (member) =>
      wordsOf(await (await member.get(`/painel/clientes/${customer}`)).text()),
    ),
  )
  expect(shown).toContain('Documentos pedidos')
  expect(hidden).not.toContain('Documentos')
})

test('shows the offers that were made to a customer, and what became of each', async () => {
  const { backoffice, proposals } = web.app
  const staff = await web.app.identity.accountOf(web.database, demoAccount('support').email)
  const offer = { serviceId: 'clean-name', paymentType: '5x R$ 150,00', priceText: 'R$ 750,00' }
  const decision = { actor: staff?.userId ?? '', reason: 'pediu desconto' }
  const make = async (title: string) => {
    const validUntil = addDays(todayInSaoPaulo(web.app.clock.now()), 5)
    const { email } = demoAccount('customer')
    const sent = await backoffice.sendOffer({ ...decision, ...offer, title, validUntil, email })
    expect(sent).toMatchObject({ ok: true })
  }
  const none = await (await support.get(`/painel/clientes/${customer}`)).text()
  expect(none).not.toContain('Ofertas sob medida')
  await make('Só para a Joana')
  await make('Desistimos desta')
  const [latest] = await proposals.latestOffers({ userId: customer, limit: 1 })
  await backoffice.withdrawOffer({ ...decision, offerId: latest?.id ?? '' })
  const html = wordsOf(await (await support.get(`/painel/clientes/${customer}`)).text())
  const [, offers = ''] = html.split('Ofertas sob medida')
  expect(offers).toMatch(/Desistimos desta R\$ 750,00 retirada/)
  expect(offers).toMatch(/Só para a Joana R\$ 750,00 · vale até \d\d\/\d\d\/\d{4} enviada/)
})

test('reveals identifying data on request; the request is recorded, the data is not', async () => {
  const page = `/painel/clientes/${customer}`
  expect(await (await support.get(page)).text()).not.toMatch(unmasked)
  const shown = await (await support.post(page, { intent: 'reveal' })).text()
  expect(shown).toContain('529.982.247-25')
  expect(shown).toContain('(48) 99999-0000')
  expect(shown).toContain('cliente@exemplo.com.br')
  const [record] = await web.app.backoffice.latestAudit({ subject: customer })
  expect(record).toMatchObject({ action: 'customer.reveal', subject: customer, detail: {} })
  expect(await (await support.get(page)).text()).not.toMatch(unmasked)
})

test('a note is stored with its author, the newest first, and an empty one is refused', async () => {
  const page = `/painel/clientes/${customer}`
  const noted = await support.post(page, { intent: 'note', anotacao: 'Prefere ligação <b>à tarde</b>.' })
  const { html } = await support.follow(noted)
  expect(html).toContain('Prefere ligação &lt;b&gt;à tarde')
  expect(html).toMatch(/Atendimento(?:<!-- -->)?, (?:<!-- -->)?\d\d\/\d\d\/\d{4}/)
  expect((await support.post(page, { intent: 'note', anotacao: ' ' })).status).toBe(422)
  const twice = await support.post(page, { intent: 'note', anotacao: 'Prefere ligação <b>à tarde</b>.' })
  expect(await twice.text()).toContain('Já foi registrado.')
  expect((await support.get('/painel/clientes/x')).status).toBe(404)
  web.pass(1)
  await support.post(page, { intent: 'note', anotacao: 'Ligou de outro número.' })
  const notes = await (await support.get(page)).text()
  expect(notes.indexOf('Ligou de outro')).toBeLessThan(notes.indexOf('Prefere ligação'))
})

test('a note as long as its field allows is stored: its line breaks count once', async () => {
  const page = `/painel/clientes/${customer}`
  const line = 'x'.repeat(99)
  const note = Array.from({ length: 20 }, () => line).join('\r\n')
  expect((await support.post(page, { intent: 'note', anotacao: note })).status).toBe(302)
  expect((await support.post(page, { intent: 'note', anotacao: `${note}\r\n${line}` })).status).toBe(422)
})

test('a log that is too long to verify while a person waits is verified by a worker', async () => {
  const { backoffice } = web.app
  const admin = await atDesk(web, 'owner')
  const log = async () => (await admin.get('/painel/registro')).text()
  expect(await log()).toContain('O registro ainda não foi conferido.')
  const records = await auditLength(web.database)
  expect(await backoffice.verifyLogNow({})).toMatchObject({ records, breach: null })
  expect(await backoffice.verifyLogNow({ readAtOnce: records })).toMatchObject({ records, breach: null })
  expect(await backoffice.verifyLogNow({ readAtOnce: records - 1 })).toBeUndefined()
  const { rows } = await web.database.$client.query(
    "select name from pgboss.job where name = 'backoffice.verify-now'",
  )
  expect(rows).toHaveLength(1)
  // The worker's result is shown on the page, like a result found at once.
  await web.database.$client.query('delete from audit_checks')
  await web.app.jobs['backoffice.verify-now']?.run({})
  expect(await log()).toMatch(/Última conferência: [^<]+, \d+ linhas, nenhuma alterada\./)
})

test('a document can be requested on the page of a customer who sent none, and the request cancelled there', async () => {
  const page = `/painel/clientes/${customer}`
  expect(await (await support.get(page)).text()).toContain('Nada foi pedido a este cliente.')
  const asked = await support.post(page, { intent: 'ask', tipo: 'address', palavras: 'Em seu nome.' })
  expect(asked.status).toBe(302)
  const html = await (await support.get(page)).text()
  expect(html).toContain('Comprovante de residência')
  expect(html).toContain('Em seu nome.')
  const request = /name="pedido" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? ''
  expect((await support.post(page, { intent: 'ask', tipo: 'address' })).status).toBe(422)
  expect((await support.post('/painel/clientes/x', { intent: 'ask', tipo: 'address' })).status).toBe(422)
  expect((await support.post(page, { intent: 'close-request', pedido: request })).status).toBe(302)
  expect(await (await support.get(page)).text()).toContain('Nada foi pedido a este cliente.')
})

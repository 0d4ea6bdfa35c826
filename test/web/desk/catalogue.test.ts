// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { messageWordings } from '../../../src/message-words.ts'
import { createCatalogue } from '../../../src/modules/catalogue/index.server.ts'
import { contentIn, messagesOf, release, type Subject } from '../../../src/modules/catalogue/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { releasePages } from '../../../src/web/copy/pages.ts'
import { differencesOf, groupsOf, readContent, valuesOf } from '../../../src/web/desk/catalogue/fields.ts'
import { atDesk, demoAccount, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let owner: Browser

beforeAll(async () => {
  owner = await atDesk(web, 'owner')
})

const textOf = async (response: Response) =>
  (await response.text()).replaceAll('<!-- -->', '').replaceAll(/\u00a0|&nbsp;/g, ' ')
const htmlOf = async (browser: Browser, path: string) => textOf(await browser.get(path))
const shopOf = (path: string) => htmlOf(web.browser(), path)
const query = async <T>(text: string, values: unknown[] = []) =>
  (await web.database.$client.query(text, values)).rows as T[]

/** Returns the form of a subject in its current state, with something else typed. */
function typed(subject: Subject, change: Record<string, string> = {}): Record<string, string> {
  const content = contentIn(web.app.catalogue.current(), subject)
  if (!content) throw new Error(`no ${subject}`)
  return { ...valuesOf(subject, content), ...change }
}

/** Creates a draft at an address of the desk. @returns the address of the draft */
async function drafted(path: string, form: Record<string, string>): Promise<string> {
  const answer = await owner.post(path, { intent: 'draft', ...form })
  const location = answer.headers.get('Location')
  if (!location) throw new Error(await textOf(answer))
  return location
}

/** Publishes a draft. @returns the refusal; undefined when it was published */
async function publish(draft: string, more: Record<string, string> = {}): Promise<string | undefined> {
  const answer = await owner.post(draft, {
    intent: 'publish',
    quando: 'agora',
    motivo: 'tabela nova',
    ...more,
  })
  return answer.headers.get('Location')?.startsWith('/painel/catalogo/') ? undefined : textOf(answer)
}

const dearer = {
  'plan-2-pays': 'PIX semanal: entrada R$ 400,00 + 20x R$ 109,90',
  'plan-2-total': 'R$ 2.598,00',
}

test('a price is drafted, previewed and published; earlier orders keep theirs, and open hirings are informed', async () => {
  // Two customers choose at the old price: one signs before the change, one after it.
  const customer = await signedIn(web, demoAccount('customer'))
  const party = { name: 'Ana Lúcia', cpf: '529.982.247-25', phone: '(48) 99999-0000' }
  const choice = { plan: 'semanal-20x', totals: 'semanal-20x:239800', ...party }
  await customer.post('/service/clean-name', choice)
  const contract = await htmlOf(customer, '/contract')
  const sha256 = /name="sha256" value="([0-9a-f]+)"/.exec(contract)?.[1] ?? ''
  expect(contract).toContain('R$ 2.398,00')
  expect(contract).not.toContain('O preço mudou desde que você escolheu')
  const signed = await customer.post('/contract', { aceito: 'on', sha256 })
  expect(signed.headers.get('Location')).toBe('/payments')
  await customer.post('/service/clean-name', choice)
  const read = await htmlOf(customer, '/contract')
  const shown = /name="sha256" value="([0-9a-f]+)"/.exec(read)?.[1] ?? ''

  const page = '/painel/catalogo/precos/clean-name'
  const before = await shopOf('/service/clean-name')
  const draft = await drafted(page, typed('plans:clean-name', dearer))
  const check = await htmlOf(owner, draft)
  expect(check).toContain('<del>PIX semanal: entrada R$ 400,00 + 20x R$ 99,90</del>')
  expect(check).toContain('<ins>PIX semanal: entrada R$ 400,00 + 20x R$ 109,90</ins>')
  expect(await shopOf('/service/clean-name')).toBe(before)
  const preview = await owner.get(`${draft}/pagina?caminho=/service/clean-name`)
  const previewed = await textOf(preview)
  expect(preview.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(previewed).toContain('R$ 109,90')
  expect(previewed).toContain('Prévia: é assim que vai ficar')
  expect((await owner.get(`${draft}/pagina?caminho=/payments`)).status).toBe(404)

  expect(await publish(draft, { motivo: 'x' })).toContain('Escreva o motivo')
  // A refused form still says that it is for later.
  const later = await publish(draft, { motivo: 'x', quando: 'depois', momento: '2026-03-20T08:00' })
  expect(later).toMatch(/name="quando" checked="" value="depois"/)
  expect(later).toMatch(/<input[^>]*name="momento"[^>]*value="2026-03-20T08:00"/)
  expect(await publish(draft)).toBeUndefined()
  const after = await shopOf('/service/clean-name')
  expect(after).toContain('R$ 109,90')
  expect(after).not.toContain('R$ 99,90')

  // What was sold remains as it was sold.
  const payments = await htmlOf(customer, '/payments?todas=1')
  expect(payments).toContain('R$ 99,90')
  const amounts = await query<{ amount: string }>('select distinct amount::text from payments')
  expect(amounts.map(({ amount }) => amount).sort()).toEqual(['40000', '9990'])
  const [order] = await query<{ id: string; total: string }>(
    "select id, service_price::text as total from orders where payment_type like 'PIX semanal%'",
  )
  expect(order?.total).toBe('239800')
  expect(await htmlOf(customer, `/contract/copia/${order?.id}`)).toContain('R$ 2.398,00')

  // A person who read the contract before the change cannot sign the new one unseen.
  const refused = await customer.post('/contract', { aceito: 'on', sha256: shown })
  expect(refused.headers.get('Location')).toBe('/contract')
  const changed = await htmlOf(customer, '/contract')
  expect(changed).toContain('O contrato mudou')
  expect(changed).toContain('O preço mudou desde que você escolheu')
  expect(changed).toContain('Era R$ 2.398,00 no total, agora é R$ 2.598,00.')

  // Author, reason and a way back to the earlier version.
  const history = await htmlOf(owner, page)
  expect(history).toContain('“tabela nova”')
  const back = await owner.post(page, { intent: 'repeat', numero: '0' })
  const way = back.headers.get('Location') ?? ''
  expect(await htmlOf(owner, way)).toContain('repete a instalação')
  await publish(way, { motivo: 'volta ao preço de antes' })
  expect(await shopOf('/service/clean-name')).toBe(before)
  const [{ count } = { count: '' }] = await query<{ count: string }>(
    "select count(*)::text from audit_log where action = 'catalogue.publish'",
  )
  expect(count).toBe('2')
})

test('a plan that does not add up is refused with a message, and no input is lost', async () => {
  const answer = await owner.post('/painel/catalogo/precos/clean-name', {
    intent: 'draft',
    ...typed('plans:clean-name', { 'plan-2-total': 'R$ 2.500,00', 'plan-2-label': 'Toda semana' }),
  })
  expect(answer.status).toBe(422)
  const html = await textOf(answer)
  expect(html).toContain('Forma de pagar 3: as parcelas não somam o total: somam R$ 2.398,00.')
  expect(html).toContain('value="Toda semana"')
})

test('the history compares a version with the one before, ignoring cancelled ones', async () => {
  const page = '/painel/catalogo/consulta/bacen'
  const called = await drafted(page, typed('lookup:bacen', { price: 'R$ 59,90' }))
  await publish(called, { quando: 'depois', momento: '2026-03-10T00:00' })
  const [planned] = await query<{ id: string }>(
    "select id from catalogue_versions where subject = 'lookup:bacen' and number = 1",
  )
  await owner.post(page, { intent: 'withdraw', versao: planned?.id ?? '' })
  await publish(await drafted(page, typed('lookup:bacen', { price: 'R$ 59,90' })))
  const history = await htmlOf(owner, page)
  const [newest = ''] = history.slice(history.indexOf('Versão 2')).split('Versão 1')
  expect(newest).toMatch(/A instalação.*<del>R\$ 50,00<\/del>.*<ins>R\$ 59,90<\/ins>/)
})

test('the plans of one of the two price lists may not all be removed', async () => {
  const plans = typed('plans:credit-rating')
  const companies = Object.keys(plans).filter((name) => plans[name] === 'pj')
  const ofCompanies = companies.map((name) => name.replace('variant', ''))
  const kept = Object.entries(plans).filter(([name]) => ofCompanies.some((plan) => name.startsWith(plan)))
  const page = '/painel/catalogo/precos/credit-rating'
  const removed = await owner.post(page, { intent: 'draft', ...Object.fromEntries(kept) })
  expect(removed.status).toBe(422)
  expect(await textOf(removed)).toContain(
    'Preços: Pessoa Física e Pessoa Jurídica precisam, cada uma, de pelo menos uma forma.',
  )
  const nobodys = await owner.post(page, {
    ...{ intent: 'draft', ...plans, 'plan-0-variant': '' },
  })
  expect(await textOf(nobodys)).toContain(
    'Forma de pagar 1, Para quem: escolha se é para Pessoa Física ou para Pessoa Jurídica.',
  )
})

test('a scheduled change begins at its moment, unless it is cancelled before', async () => {
  const page = '/painel/catalogo/consulta/cpf'
  const draft = await drafted(page, typed('lookup:cpf', { price: 'R$ 19,90' }))
  const past = await publish(draft, { quando: 'depois', momento: '2020-01-01T10:00' })
  expect(past).toContain('Escolha um momento que ainda vem')
  // Three hours from now, in São Paulo's local time.
  const later = new Date(web.app.clock.now().getTime() + 3 * 3_600_000)
  const momento = new Date(later.getTime() - 3 * 3_600_000).toISOString().slice(0, 16)
  expect(await publish(draft, { quando: 'depois', momento })).toBeUndefined()
  expect(await shopOf('/cpf-consult')).toContain('R$ 15,00')
  const lineOf = async () => {
    const html = await htmlOf(owner, '/painel/catalogo')
    return html.slice(html.indexOf('Consulta CPF Serasa'), html.indexOf('Consulta Completa'))
  }
  expect(await lineOf()).toContain('muda em')
  expect(await lineOf()).not.toContain('mudou em')
  web.pass(5)
  expect(await shopOf('/cpf-consult')).toContain('R$ 15,00')
  const other = await drafted(page, typed('lookup:cpf', { price: 'R$ 29,90' }))
  const soon = new Date(later.getTime() - 4 * 3_600_000).toISOString().slice(0, 16)
  expect(await publish(other, { quando: 'depois', momento: soon, 'mesmo-assim': 'on' })).toBeUndefined()
  const [planned] = await query<{ id: string }>(
    "select id from catalogue_versions where subject = 'lookup:cpf' and number = 2",
  )
  expect(await htmlOf(owner, page)).toContain('Cancelar antes de começar')
  expect(await lineOf()).toContain(`muda em 02/03/2026 às ${soon.slice(11, 16)}`)
  const withdrawn = await owner.post(page, { intent: 'withdraw', versao: planned?.id ?? '' })
  expect(withdrawn.headers.get('Location')).toBe(page)
  expect(await htmlOf(owner, page)).toContain('estava planejada para')
  web.pass(130)
  expect(await web.app.catalogue.readSubject({ subject: 'lookup:cpf' })).toMatchObject({ holds: 0 })
  web.pass(50)
  owner = await atDesk(web, 'owner')
  expect(await shopOf('/cpf-consult')).toContain('R$ 19,90')
  expect(await lineOf()).toContain('mudou em 02/03/2026')
  expect((await owner.post(page, { intent: 'withdraw', versao: planned?.id ?? '' })).status).toBe(422)
  const [begun] = await query<{ id: string }>(
    "select id from catalogue_versions where subject = 'lookup:cpf' and number = 1",
  )
  expect((await owner.post(page, { intent: 'withdraw', versao: begun?.id ?? '' })).status).toBe(422)
  expect(await shopOf('/cpf-consult')).toContain('R$ 19,90')
})

test('publishing over a scheduled version states what that would undo, and requires a confirmation', async () => {
  owner = await atDesk(web, 'owner')
  const page = '/painel/catalogo/precos/serasa-score'
  const first = await drafted(page, typed('plans:serasa-score', { 'plan-0-label': 'Pix de uma vez' }))
  expect(await htmlOf(owner, first)).not.toContain('Há uma versão planejada')
  expect(await publish(first, { quando: 'depois', momento: '2026-03-10T00:00' })).toBeUndefined()

  const mended = await drafted(page, typed('plans:serasa-score', { 'plan-1-label': 'Entrada e cinco' }))
  const check = await htmlOf(owner, mended)
  expect(check).toContain('Há uma versão planejada para 10/03/2026 às 00:00, escrita sem esta mudança.')
  expect(check).toContain('Sei que a versão planejada não traz esta mudança. Publicar mesmo assim.')
  expect(await publish(mended)).toContain('Cancele-a antes, ou marque que publica mesmo assim.')
  const after = await publish(mended, { quando: 'depois', momento: '2026-03-12T00:00' })
  expect(after).toContain('Cancele-a antes')
  expect(await shopOf('/service/serasa-score')).not.toContain('Entrada e cinco')

  // Once the planned version is called off, nothing is to be known.
  const [planned] = await query<{ id: string }>(
    "select id from catalogue_versions where subject = 'plans:serasa-score' and number = 1",
  )
  await owner.post(page, { intent: 'withdraw', versao: planned?.id ?? '' })
  expect(await htmlOf(owner, mended)).not.toContain('Há uma versão planejada')
  expect(await publish(mended)).toBeUndefined()
  expect(await shopOf('/service/serasa-score')).toContain('Entrada e cinco')

  // A member who confirms it may publish although a version is planned.
  const later = await drafted(page, typed('plans:serasa-score', { 'plan-0-label': 'Pix de uma vez' }))
  expect(await publish(later, { quando: 'depois', momento: '2026-03-10T00:00' })).toBeUndefined()
  const now = await drafted(page, typed('plans:serasa-score', { 'plan-1-label': 'Entrada e 5x' }))
  expect(await publish(now, { 'mesmo-assim': 'on' })).toBeUndefined()
  expect(await shopOf('/service/serasa-score')).toContain('Entrada e 5x')
})

test('a draft made before a scheduled version began does not undo it', async () => {
  owner = await atDesk(web, 'owner')
  const page = '/painel/catalogo/precos/bacen-clean'
  const first = await drafted(page, typed('plans:bacen-clean', { 'plan-0-label': 'Pix de uma vez' }))
  const begins = new Date(web.app.clock.now().getTime() + 600_000)
  const momento = new Date(begins.getTime() - 3 * 3_600_000).toISOString().slice(0, 16)
  expect(await publish(first, { quando: 'depois', momento })).toBeUndefined()
  const editor = await htmlOf(owner, page)
  expect(editor).toContain('Este formulário traz o que vale agora, sem ela.')

  const second = await drafted(page, typed('plans:bacen-clean', { 'plan-1-label': 'Entrada e mais' }))
  web.pass(11)
  expect(await shopOf('/service/bacen-clean')).toContain('Pix de uma vez')
  expect(await htmlOf(owner, second)).toContain('Outra versão foi publicada, ou começou a valer')
  expect(await publish(second)).toContain('Um colega mexeu nisto agora')
  expect(await publish(second, { 'mesmo-assim': 'on' })).toContain('Um colega mexeu nisto agora')
  expect(await shopOf('/service/bacen-clean')).toContain('Pix de uma vez')
})

test('an editor opened before another version began keeps its input over the new text', async () => {
  owner = await atDesk(web, 'owner')
  const page = '/painel/catalogo/frase/deadline'
  const opened = await htmlOf(owner, page)
  const visto = /name="visto" value="(\d+)"/.exec(opened)?.[1] ?? ''
  const old = typed('claim:deadline', { value: 'Muitas pessoas' })
  const colleague = typed('claim:deadline', { evidence: 'planilha de pedidos' })
  expect(await publish(await drafted(page, { ...colleague, visto }))).toBeUndefined()

  const late = await owner.post(page, { intent: 'draft', ...old, visto })
  expect(late.status).toBe(422)
  const html = await textOf(late)
  expect(html).toContain('Outra versão passou a valer enquanto você escrevia.')
  expect(html).toContain('value="Muitas pessoas"')
  expect(html).toContain('planilha de pedidos</textarea>')
  const again = /name="visto" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect(again).not.toBe(visto)
  const both = { ...old, evidence: 'planilha de pedidos', visto: again }
  expect(await publish(await drafted(page, both))).toBeUndefined()
  expect(contentIn(web.app.catalogue.current(), 'claim:deadline')).toMatchObject({
    value: 'Muitas pessoas',
    evidence: 'planilha de pedidos',
  })
})

const request = {
  ...{ cpf: '529.982.247-25', nome: 'Ana Lúcia', telefone: '(48) 99999-0000', email: 'ana@exemplo.com.br' },
  ...{ paymentMethod: 'pix', declaracao: 'on' },
}

test('a look-up is charged at the price that its form showed, or not at all, and keeps it', async () => {
  owner = await atDesk(web, 'owner')
  const form = await shopOf('/complete-consult')
  const price = /name="price" value="(\d+)"/.exec(form)?.[1] ?? ''
  expect(price).toBe('2500')
  // No provider responds here: the request is stored before the provider is called.
  await web.browser().post('/complete-consult', { ...request, price })

  const page = '/painel/catalogo/consulta/complete'
  await publish(await drafted(page, typed('lookup:complete', { price: 'R$ 30,00', minutes: '2880' })))
  const refused = await web.browser().post('/complete-consult', { ...request, price })
  expect(refused.status).toBe(409)
  expect(await textOf(refused)).toContain('agora é R$ 30,00. Nada foi cobrado.')
  const rows = await query<{ sold: { price: number; minutes: number } }>('select sold from consultations')
  expect(rows.map(({ sold }) => [sold.price, sold.minutes])).toEqual([[2_500, 1_440]])
  const [{ amount } = { amount: '' }] = await query<{ amount: string }>('select amount::text from charges')
  expect(amount).toBe('2500')

  await publish(await drafted(page, typed('lookup:complete', { hidden: 'on' })))
  const gone = await web.browser().get('/complete-consult')
  expect([gone.status, gone.headers.get('Location')]).toEqual([302, '/services'])
  expect(await shopOf('/services')).not.toContain('/complete-consult')
})

test('a claim without evidence is reported, and can be hidden everywhere', async () => {
  expect(await shopOf('/')).toContain('mais de 7 mil')
  expect(await htmlOf(owner, '/painel/catalogo')).toContain('sem prova')
  await publish(await drafted('/painel/catalogo/frase/clients', typed('claim:clients', { hidden: 'on' })))
  expect(await shopOf('/')).not.toContain('mais de 7 mil')
  const promise = await drafted(
    '/painel/catalogo/frase/no-result-no-fee',
    typed('claim:no-result-no-fee', { hidden: 'on' }),
  )
  await publish(promise)
  for (const path of ['/', '/termos', '/service/clean-name']) {
    expect(await shopOf(path), path).not.toContain('Se não conseguirmos, você não paga.')
  }
  for (const id of ['1', '2', '3']) {
    const path = `/painel/catalogo/depoimento/${id}`
    await publish(await drafted(path, typed(`testimonial:${id}`, { hidden: 'on' })))
  }
  expect(await shopOf('/')).not.toContain('Marta S.')
})

test('a hidden service is not sold, and its existing orders continue', async () => {
  const page = '/painel/catalogo/servico/clean-name'
  await publish(await drafted(page, typed('service:clean-name', { hidden: 'on' })))
  expect(await shopOf('/services')).not.toContain('href="/service/clean-name"')
  const gone = await web.browser().get('/service/clean-name')
  expect([gone.status, gone.headers.get('Location')]).toEqual([302, '/services'])
  const customer = await signedIn(web, demoAccount('customer'))
  expect(await htmlOf(customer, '/contract')).not.toContain('R$ 2.398,00')
  expect(await htmlOf(customer, '/tracking')).toContain('Limpeza de Nome')
})

test('changed steps apply to new orders; existing orders keep theirs', async () => {
  const [{ names } = { names: '' }] = await query<{ names: string }>(
    "select string_agg(step_name, '|' order by step_number) as names from order_steps",
  )
  const change = { 'stepTemplate-0-name': 'Leitura de tudo', 'process-0-name': 'Leitura de tudo' }
  await publish(await drafted('/painel/catalogo/etapas/clean-name', typed('steps:clean-name', change)))
  const [{ names: same } = { names: '' }] = await query<{ names: string }>(
    "select string_agg(step_name, '|' order by step_number) as names from order_steps",
  )
  expect(same).toBe(names)
  expect(web.app.catalogue.current().services[0]?.stepTemplate[0]?.name).toBe('Leitura de tudo')
})

test('another company is on every page, in new contracts and messages; signed contracts keep their party', async () => {
  const page = '/painel/catalogo/empresa/shop'
  const wrong = await owner.post(page, { intent: 'draft', ...typed('company:shop', { cnpj: '1' }) })
  expect(await textOf(wrong)).toContain('CNPJ: confira os números.')
  const change = { legalName: 'Loja Nova Ltda', phone: '(11) 98888-7777', email: 'oi@nova.com.br' }
  const draft = await drafted(page, typed('company:shop', change))
  expect(await htmlOf(owner, draft)).toContain('<ins>Loja Nova Ltda</ins>')
  expect(await htmlOf(owner, `${draft}/pagina?caminho=/`)).toContain('Loja Nova Ltda')
  expect(await shopOf('/')).toContain('Empresa Exemplo Ltda')
  expect(await publish(draft)).toBeUndefined()
  const before = new Date(web.app.clock.now().getTime() - 60_000)

  const home = await shopOf('/')
  expect(home).toContain('Loja Nova Ltda')
  expect(home).toContain('(11) 98888-7777')
  expect(home).not.toContain('Empresa Exemplo Ltda')
  const asked = await web.browser().post('/e-golpe', { recebido: 'https://wa.me/5511988887777' })
  expect(await textOf(asked)).toContain('É o nosso telefone e WhatsApp.')
  const customer = await signedIn(web, demoAccount('customer'))
  const party = { name: 'Ana Lúcia', cpf: '529.982.247-25', phone: '(48) 99999-0000' }
  await customer.post('/service/clean-name', { plan: 'a-vista', ...party })
  expect(await htmlOf(customer, '/contract')).toContain('Loja Nova Ltda')
  const [signed] = await query<{ id: string }>(
    "select id from orders where payment_type like 'PIX semanal%' limit 1",
  )
  const copy = await htmlOf(customer, `/contract/copia/${signed?.id}`)
  expect(copy.split('<footer')[0]).toContain('Empresa Exemplo Ltda')
  expect(await web.app.catalogue.companyAt({ at: before })).toMatchObject({
    legalName: 'Empresa Exemplo Ltda',
  })
  expect(await web.app.catalogue.companyAt({ at: web.app.clock.now() })).toMatchObject({
    legalName: 'Loja Nova Ltda',
  })
  await web.database.transaction((tx) =>
    web.app.notifications.send(tx, {
      ...{ to: 'ana@exemplo.com.br', channel: 'email', kind: 'receipt.made' },
      ...{ subject: 'Recibo', text: 'Está aqui.' },
    }),
  )
  const [message] = await query<{ text: string }>('select text from messages order by id desc limit 1')
  expect(message?.text).toContain('Loja Nova Ltda')

  // A name that was planned and called off before its day never sold anything, on receipts neither.
  const holdsFrom = new Date(web.app.clock.now().getTime() + 60_000)
  const by = (await web.app.team.members()).find(({ role }) => role === 'owner')?.id ?? ''
  const subject = 'company:shop'
  const content = { ...web.app.catalogue.current().company, legalName: 'Loja Que Nunca Foi Ltda' }
  await web.database.transaction(async (tx) => {
    const planned = await web.app.catalogue.draftVersion(tx, { subject, content, by })
    if (!planned.ok) throw new Error(planned.code)
    const { draftId } = planned.value
    await web.app.catalogue.publishVersion(tx, { draftId, holdsFrom, by, reason: 'mudança' })
    await web.app.catalogue.withdrawVersion(tx, { versionId: draftId, by })
  })
  const later = new Date(holdsFrom.getTime() + 60_000)
  expect(await web.app.catalogue.companyAt({ at: later })).toMatchObject({ legalName: 'Loja Nova Ltda' })
  const back = await owner.post(page, { intent: 'repeat', numero: '0' })
  await publish(back.headers.get('Location') ?? '')
  expect(await shopOf('/')).toContain('Empresa Exemplo Ltda')
})

test('refuses to publish the second of two drafts of one subject, which ignores the first', async () => {
  const page = '/painel/catalogo/frase/years'
  const first = await drafted(page, typed('claim:years', { value: 'mais de 7 anos' }))
  const second = await drafted(page, typed('claim:years', { value: 'mais de 8 anos' }))
  expect(await publish(first)).toBeUndefined()
  expect(await publish(second)).toContain('Um colega mexeu nisto agora')
  expect(await htmlOf(owner, second)).toContain(
    'Outra versão foi publicada, ou começou a valer, depois deste rascunho',
  )
  expect((await owner.post(second, { intent: 'discard' })).headers.get('Location')).toBe(page)
  expect((await owner.get(second)).status).toBe(404)
})

test('another process loads the new version completely, and keeps the last one while it cannot read', async () => {
  const log = createLog({ level: 'silent' })
  const shipped = { ...release, messages: messagesOf(messageWordings), pages: releasePages }
  const deps = { database: web.database, clock: web.app.clock, newId, log, release: shipped }
  const own = web.app.catalogue.current
  const other = createCatalogue(deps)
  expect(other.current()).toBe(shipped)
  await other.refresh()
  expect(other.current()).toEqual(own())
  const before = own()
  await publish(await drafted('/painel/catalogo/frase/success', typed('claim:success', { value: '97%' })))
  expect(other.current()).toEqual(before)
  // A request keeps the version that it began with until it ends.
  await other.holding(async () => {
    await other.refresh()
    expect(other.current()).toEqual(before)
  })
  expect(other.current()).toEqual(own())
  // Also what was planned, and then called off.
  const holdsFrom = new Date(web.app.clock.now().getTime() + 3_600_000)
  const by = (await web.app.team.members()).find(({ role }) => role === 'owner')?.id ?? ''
  const subject = 'claim:success'
  const content = contentIn(own(), subject)
  if (!content) throw new Error('no claim')
  const planned = await web.database.transaction(async (tx) => {
    const drafted = await web.app.catalogue.draftVersion(tx, {
      subject,
      content: { ...content, value: '96%' },
      by,
    })
    if (!drafted.ok) throw new Error(drafted.code)
    const { draftId } = drafted.value
    const published = await web.app.catalogue.publishVersion(tx, { draftId, holdsFrom, by, reason: 'r' })
    if (!published.ok) throw new Error(published.code)
    return draftId
  })
  await other.refresh()
  await web.database.transaction((tx) => web.app.catalogue.withdrawVersion(tx, { versionId: planned, by }))
  // A published version is no draft that can be thrown away, not even one that was called off.
  expect(
    await web.database.transaction((tx) => web.app.catalogue.discardDraft(tx, { draftId: planned })),
  ).toMatchObject({ code: 'not_found' })
  const withdrawn = other.current()
  await other.refresh()
  web.pass(61)
  owner = await atDesk(web, 'owner')
  expect(other.current()).toEqual(withdrawn)
  const broken = createCatalogue({
    ...deps,
    database: {
      select: () => {
        throw new Error('no connection')
      },
    } as never,
  })
  await expect(broken.refresh()).rejects.toThrow('no connection')
  expect(broken.current()).toBe(shipped)
})

test('shows a release’s new text beside the shop’s own', async () => {
  await query(
    "update catalogue_versions set release_sha256 = 'of-an-earlier-release' where subject = 'claim:success'",
  )
  expect(await htmlOf(owner, '/painel/catalogo')).toContain('a instalação mudou')
  const page = await htmlOf(owner, '/painel/catalogo/frase/success')
  expect(page).toContain('Vale o que a loja publicou')
  expect(page).toContain('<del>97%</del>')
  expect(page).toContain('<ins>95%</ins>')
})

test('a page’s texts apply once published, and binding or forbidden words are refused in the form', async () => {
  const page = '/painel/catalogo/pagina/landing'
  const before = await shopOf('/')
  expect(await htmlOf(owner, '/painel/catalogo')).toContain('Textos das páginas')
  const form = typed('page:landing', {
    'closing.title': 'Conte o seu caso para a gente.',
    'questions.answers.4.question': 'Vocês atendem fora daqui?',
    'questions.answers.4.answer': 'Sim, pelo WhatsApp.',
  })
  const refused = await owner.post(page, { intent: 'draft', ...form, lead: 'Crédito sem consulta' })
  expect(await textOf(refused)).toContain('“sem consulta” não pode ser dito ao oferecer crédito')
  const promised = await owner.post(page, { intent: 'draft', ...form, lead: 'Nome limpo em 10 dias' })
  expect(await textOf(promised)).toContain('“10 dias” obriga a loja')

  const draft = await drafted(page, form)
  const check = await htmlOf(owner, draft)
  expect(check).toContain('<ins>Conte o seu caso para a gente.</ins>')
  expect(check).toContain('Pergunta 5, Resposta')
  const frame = await owner.get(/<iframe src="([^"]+)"/.exec(check)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(frame.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
  expect(frame.headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
  expect(await textOf(frame)).toContain('Vocês atendem fora daqui?')
  expect(await shopOf('/')).toBe(before)
  expect(await publish(draft)).toBeUndefined()
  const after = await shopOf('/')
  expect(after).toContain('Conte o seu caso para a gente.')
  expect(after).toContain('Sim, pelo WhatsApp.')
  expect(after).toContain('Volte a ter crédito sabendo cada passo.')

  const terms = typed('page:terms', { 'own.precos': 'Atendemos também em Garopaba.' })
  expect(await publish(await drafted('/painel/catalogo/pagina/terms', terms))).toBeUndefined()
  const shown = await shopOf('/termos')
  expect(shown).toContain('Atendemos também em Garopaba.')
})

test.each([
  ['lookup:cpf', 'minutes', ['1.000', '1,5', '1e3', '0x10', '-5', '٣', ''], 'Prazo do resultado, em minutos'],
  ['service:clean-name', 'days', ['30,0', '3e1', '0x1e', '+30'], 'Prazo do pedido, em dias'],
  ['reminder:coming', 'days', ['3.0', '0x3', '3e0', ''], 'Quantos dias antes, ou depois, da data'],
] as [Subject, string, string[], string][])(
  '%s: its %s are written in digits',
  (subject, name, texts, label) => {
    const released = contentIn(release, subject)
    if (!released) throw new Error(`no ${subject}`)
    for (const text of texts) {
      const values = { ...valuesOf(subject, released), [name]: text }
      const read = readContent(subject, values, { before: released, released })
      expect(read.ok ? text : read.message).toContain(label)
    }
  },
)

test.each([
  ['service:credit-rating', { 'pf-inclusions': 'Uma\nDuas' }],
  ['plans:credit-rating', {}],
  ['steps:bacen-clean', { 'process-8-name': 'Fim', 'process-8-description': 'Acabou.' }],
] as [Subject, Record<string, string>][])(
  '%s: input reads back, and differs where it was changed',
  (subject, change) => {
    const before = contentIn(release, subject)
    if (!before) throw new Error(`no ${subject}`)
    const values = { ...valuesOf(subject, before), ...change }
    expect(groupsOf(subject, values).length).toBeGreaterThan(1)
    const read = readContent(subject, values, { before, released: before })
    if (!read.ok) throw new Error(read.message)
    expect(differencesOf(subject, before, read.content)).toHaveLength(Object.keys(change).length)
  },
)

test('an unchanged form of a service reads back as it was, with both of its variants', () => {
  const before = contentIn(release, 'service:credit-rating')
  if (!before) throw new Error('no service')
  const values = valuesOf('service:credit-rating', before)
  const read = readContent('service:credit-rating', values, { before, released: before })
  expect(read).toMatchObject({ ok: true, content: before })
  expect(before).toMatchObject({ variants: [{ id: 'pf' }, { id: 'pj' }] })
})

// Databases: one
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { orderCopy } from '../../../src/web/copy/desk-orders.ts'
import { pageJson } from '../../../src/web/hydration/page-view.ts'
import { pdf } from '../../modules/documents/sample-files.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { deliver } from '../../support/listeners.ts'
import { allPages, type Browser, publicUrl, webWith } from '../../support/web.ts'

const web = webWith(allPages)

let support: Browser
let finance: Browser
let customer: string

beforeAll(async () => {
  support = await atDesk(web, 'support')
  finance = await atDesk(web, 'finance')
  const account = await web.app.identity.accountOf(web.database, demoAccount('customer').email)
  customer = account?.userId ?? ''
  await web.database.transaction((tx) =>
    web.app.identity.updateProfile(tx, {
      ...{ userId: customer, nome: 'Joana Pereira', documento: '52998224725', telefone: '+5548999990000' },
    }),
  )
})

/** Creates an order of the demonstration's customer that waits for its first payment. */
async function pendingOrder() {
  const { orders } = web.app
  const orderId = newId()
  await web.app.database.transaction(async (tx) => {
    await orders.openOrder(tx, {
      ...{ id: orderId, userId: customer, serviceId: 'clean-name', planId: 'a-vista' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: 150_000, paymentType: 'PIX à vista' },
    })
    const steps = ['Análise', 'Envio'].map((name) => ({ name, description: 'a' }))
    await orders.createSteps(tx, { orderId, steps })
  })
  return orderId
}

/** Creates a paid order of the demonstration's customer. */
async function paidOrder() {
  const { orders } = web.app
  const orderId = await pendingOrder()
  const payload = { orderId, instalmentId: newId(), userId: customer, amount: 150_000, paidOn: '2026-03-02' }
  await deliver(web.database, orders.listeners, { type: 'instalment.paid', payload })
  const read = async () => {
    const order = await orders.openForTeam({ text: orderId })
    if (!order) throw new Error('no order')
    return order
  }
  return {
    orderId,
    page: `/painel/pedidos/${orderId}`,
    read,
    version: async () => String((await read()).version),
  }
}

const htmlOf = async (browser: Browser, path: string) =>
  (await (await browser.get(path)).text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')

/** Posts a form with a file, as a browser without script does. */
async function postFile(browser: Browser, path: string, fields: Record<string, string>, file: File) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('arquivo', file)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { Origin: publicUrl, Cookie: cookie, Accept: 'text/html' }
  const request = new Request(new URL(path, publicUrl), { method: 'POST', headers, body })
  return web.handle(request, { address: '198.51.100.200' })
}

test('opens at the orders that wait for a payment while no other has work to do', async () => {
  const empty = await htmlOf(support, '/painel/pedidos')
  expect(empty).toContain('Nenhum pedido aqui')
  const orderId = await pendingOrder()
  expect(await htmlOf(support, '/painel/pedidos')).toContain(`/painel/pedidos/${orderId}`)
  expect(await htmlOf(support, '/painel/pedidos?ver=working')).toContain('Nenhum pedido aqui')
})

test('lists orders in progress by their next day, and finds an order by the beginning of its number', async () => {
  const { read, orderId } = await paidOrder()
  const { number } = await read()
  const working = await htmlOf(support, '/painel/pedidos')
  expect(working).toContain(`/painel/pedidos/${orderId}`)
  expect(working).toContain('Joana Pereira')
  expect(working).toContain('falta o primeiro contato')
  expect(await htmlOf(support, '/painel/pedidos?ver=completed')).toContain('Nenhum pedido aqui')
  expect(await htmlOf(support, `/painel/pedidos?q=${number.slice(3, 7).toLowerCase()}`)).toContain(number)
  expect(await htmlOf(support, '/painel/pedidos?q=joana')).toContain('Nenhum pedido encontrado')
  // Also one that is not in the list that was open.
  await web.database.transaction((tx) => web.app.orders.cancelOrder(tx, { orderId }))
  expect(await htmlOf(support, `/painel/pedidos?ver=working&q=${number}`)).toContain(number)
})

test('an order’s page has everything on one screen, with the customer masked', async () => {
  const { page } = await paidOrder()
  const html = await htmlOf(support, page)
  for (const part of ['Joana Pereira, Limpeza de Nome', '***.982.247-**', 'Análise, até', 'Prometido para'])
    expect(html).toContain(part)
  for (const heading of ['Etapas', 'Dinheiro', 'Contrato', 'Documentos', 'Mensagens', 'O que aconteceu'])
    expect(html).toMatch(new RegExp(`<h2[^>]*>${heading}`))
  expect(html).not.toMatch(/529\.?982\.?247|cliente@exemplo\.com\.br/)
  expect((await support.get(`/painel/pedidos/${newId()}`)).status).toBe(404)
})

test('shows the names of documents only to roles that may read them', async () => {
  const { page } = await paidOrder()
  const file = { name: 'laudo-de-saude.pdf', bytes: pdf('laudo') }
  const added = await web.app.documents.add({ userId: customer, personType: 'fisica', ...file })
  expect(added).toMatchObject({ ok: true })
  expect(await htmlOf(support, page)).toContain(file.name)
  const shown = await htmlOf(finance, page)
  expect(shown).toContain('Joana Pereira')
  expect(shown).not.toMatch(/laudo-de-saude|Documentos</)
})

test('without a script a step is completed with a file; the customer sees it, and it can be undone at once', async () => {
  const { page, read, version, orderId } = await paidOrder()
  const fields = {
    intent: 'complete-step',
    etapa: '1',
    nome: 'Análise',
    palavras: 'Três registros.',
    mostrar: 'on',
  }
  const pdf = new File(['%PDF-1.7 x'], 'relatório.pdf')
  const text = new File(['<html>'], 'x.pdf')
  expect((await postFile(support, page, { ...fields, version: await version() }, text)).status).toBe(422)
  const done = await postFile(support, page, { ...fields, version: await version() }, pdf)
  expect([done.status, done.headers.get('Location')]).toEqual([302, page])
  const { steps } = await read()
  expect(steps[0]?.completion).toMatchObject({ words: 'Três registros.', file: { name: 'relatório.pdf' } })
  const [view] = (await web.app.orders.ordersOf({ userId: customer })).filter(({ id }) => id === orderId)
  expect(view?.steps[0]).toMatchObject({ words: 'Três registros.', file: { name: 'relatório.pdf' } })

  const file = await support.get(`${page}/prova/${steps[0]?.completion?.file?.id}`)
  expect(file.headers.get('Content-Disposition')).toContain('attachment')
  expect(await file.text()).toBe('%PDF-1.7 x')
  const [record] = await web.app.backoffice.latestAudit({ subject: orderId })
  expect(record).toMatchObject({ action: 'order.evidence' })

  expect(await htmlOf(support, page)).toContain('Desfazer')
  const completionId = steps[0]?.completion?.id ?? ''
  expect((await support.post(page, { intent: 'undo-step', completionId })).status).toBe(302)
  expect(await read()).toMatchObject({ progress: 0, draft: { words: 'Três registros.' } })
})

test('without a script, what was sent for a step that a colleague completed first stays visible', async () => {
  const { page, version } = await paidOrder()
  const seen = await version()
  const step = { intent: 'complete-step', etapa: '1', nome: 'Análise', version: seen }
  const owner = await atDesk(web, 'owner')
  await owner.post(page, { ...step, palavras: 'Três registros.', protocolo: 'P-1' })
  const late = await support.post(page, { ...step, palavras: 'Achei quatro registros.', protocolo: 'P-2' })
  expect(late.status).toBe(422)
  const html = await late.text()
  expect(html).toMatch(/concluiu esta etapa enquanto você escrevia/)
  expect(html).toMatch(/<textarea[^>]*readOnly=""[^>]*>Achei quatro registros.\nProtocolo P-2</)
})

test('the answer to the script names the undo form; later the step is reopened with a reason', async () => {
  const { page, read, version } = await paidOrder()
  const body = new URLSearchParams({
    ...{ intent: 'complete-step', etapa: '1', nome: 'Análise', palavras: 'Feito.', protocolo: 'P-1' },
    version: await version(),
  })
  const cookie = [...support.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { Origin: publicUrl, Cookie: cookie, Accept: pageJson }
  const request = new Request(new URL(page, publicUrl), { method: 'POST', headers, body })
  const answered = await web.handle(request, { address: '198.51.100.201' })
  const { completion } = (await read()).steps[0] ?? {}
  expect(await answered.text()).toContain(completion?.id)
  // Evidence is shown to the customer only where the member ticks that.
  expect(completion).toMatchObject({ protocol: 'P-1', isShared: false })
  web.pass(1)
  const html = await htmlOf(support, page)
  expect(html).toContain('Reabrir')
  const reason = { motivo: 'Faltou um registro.', version: await version() }
  expect((await support.post(page, { intent: 'reopen-step', etapa: '1', ...reason })).status).toBe(302)
  expect(await htmlOf(support, page)).toContain('Faltou um registro.')
})

test('the answer to a reopened step says whether the customer was notified', async () => {
  const { page, read, version } = await paidOrder()
  const complete = {
    intent: 'complete-step',
    etapa: '1',
    nome: 'Análise',
    palavras: 'Feito.',
    protocolo: 'P-1',
  }
  const reopen = async () => {
    const reason = { etapa: '1', motivo: 'Faltou um registro.', version: await version() }
    return (await support.follow(await support.post(page, { intent: 'reopen-step', ...reason }))).html
  }
  await support.post(page, { ...complete, version: await version() })
  expect(await htmlOf(support, page)).toContain('o aviso ao cliente é criado em instantes')
  expect(await reopen()).toContain('Etapa reaberta. O cliente não foi avisado.')
  await support.post(page, { ...complete, version: await version() })
  const completionId = (await read()).steps[0]?.completion?.id
  await web.app.jobs['orders.announce-step']?.run({ completionId })
  expect(await reopen()).toContain('Etapa reaberta. O cliente recebe um aviso, se não desligou os avisos.')
})

test('for a customer who receives no messages about steps, the desk does not say that one was created', async () => {
  const { page, read, version } = await paidOrder()
  const step = { intent: 'complete-step', etapa: '1', nome: 'Análise', palavras: 'Feito.', protocolo: 'P-1' }
  await support.post(page, { ...step, version: await version() })
  const completionId = (await read()).steps[0]?.completion?.id
  await web.app.jobs['orders.announce-step']?.run({ completionId })
  expect(await htmlOf(support, page)).toContain('aviso ao cliente criado')
  const channels = { progress: 'none', reminders: 'email', offers: 'email' } as const
  await web.app.notifications.choosePreferences({ owner: { userId: customer }, channels })
  const html = await htmlOf(support, page)
  expect(html).toContain('o cliente desligou os avisos de andamento e vê a etapa em Acompanhar')
  expect(html).not.toContain('aviso ao cliente criado')
})

test('the answer to a cancelled order says what happens with its money; its steps are not announced', async () => {
  const { page, version } = await paidOrder()
  const complete = {
    intent: 'complete-step',
    etapa: '1',
    nome: 'Análise',
    palavras: 'Feito.',
    protocolo: 'P-1',
  }
  await support.post(page, { ...complete, version: await version() })
  const cancel = { intent: 'cancel', motivo: 'cliente desistiu', devolver: 'on', version: await version() }
  const { html } = await finance.follow(await finance.post(page, cancel))
  expect(html).toContain('Pedido cancelado. O cliente foi avisado. Não havia dinheiro a devolver.')
  expect(html).toContain('o cliente não foi avisado')
  const { cancelledRefunded } = orderCopy.did
  expect(cancelledRefunded({ requested: 50_000, held: 20_000 }).replaceAll('\u00a0', ' ')).toBe(
    'Pedido cancelado. O cliente foi avisado. A devolução de R$ 500,00 foi pedida. R$ 200,00 esperam conferência antes de voltar.',
  )
})

test('an order’s number in the URL opens its page, whose forms use its id', async () => {
  const { orderId, read } = await paidOrder()
  const { number } = await read()
  for (const under of ['', '/renegociar']) {
    const answer = await finance.get(`/painel/pedidos/${number}${under}`)
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      `/painel/pedidos/${orderId}${under}`,
    ])
  }
})

test('the history says whether the customer withdrew or the team cancelled', async () => {
  const [withdrawn, cancelled] = [await paidOrder(), await paidOrder()]
  await web.database.transaction((tx) => web.app.orders.cancelOrder(tx, { orderId: withdrawn.orderId }))
  await finance.post(cancelled.page, {
    intent: 'cancel',
    motivo: 'não é possível',
    version: await cancelled.version(),
  })
  expect(await htmlOf(support, withdrawn.page)).toContain('O cliente desistiu: pedido cancelado')
  expect(await htmlOf(support, cancelled.page)).not.toContain('O cliente desistiu')
  expect(await htmlOf(support, cancelled.page)).toContain('Pedido cancelado')
})

test('the days of an ended order are counted until its end', async () => {
  const { orderId, page } = await paidOrder()
  await web.database.execute(
    sql`update orders set status = 'completed', start_date = '2026-02-20', delivery_date = '2026-03-22',
      updated_at = '2026-02-25T15:00:00Z' where id = ${orderId}`,
  )
  expect(await htmlOf(support, page)).toContain('5 de 30')
})

test('when a colleague changed the order meanwhile, nothing is done and the page says so', async () => {
  const { page, read, version } = await paidOrder()
  const seen = await version()
  const to = { etapa: '2', ate: '2026-05-04', motivo: 'O cartório fechou.' }
  expect((await support.post(page, { intent: 'deadline', ...to, version: seen })).status).toBe(302)
  const late = await support.post(page, { intent: 'deadline', ...to, ate: '2026-05-05', version: seen })
  expect([late.status, await late.text()]).toEqual([
    422,
    expect.stringContaining('Um colega mexeu nisto agora'),
  ])
  expect(await read()).toMatchObject({ deliveryDate: '2026-05-04' })
  const unversioned = await support.post(page, { intent: 'deadline', ...to, ate: '2026-05-06' })
  expect(unversioned.status).toBe(422)
})

test('a form refused without a script comes back with its boxes, choices and dates as they were sent', async () => {
  const { page, version } = await paidOrder()
  const evidence = { intent: 'complete-step', etapa: '1', nome: 'Análise', palavras: 'Três registros.' }
  const wrong = new File(['<html>'], 'x.pdf')
  // The box that shows the evidence to the customer was unticked.
  const hidden = await postFile(support, page, { ...evidence, version: await version() }, wrong)
  expect([hidden.status, isTicked(await hidden.text(), 'mostrar')]).toEqual([422, false])
  const shared = { ...evidence, mostrar: 'on', version: await version() }
  expect(isTicked(await (await postFile(support, page, shared, wrong)).text(), 'mostrar')).toBe(true)
  expect(isTicked(await htmlOf(support, page), 'mostrar')).toBe(true)

  const contact = await support.post(page, { intent: 'contact', canal: 'phone', nota: '' })
  expect(await contact.text()).toMatch(/<option value="phone" selected="">/)
  const deadline = { intent: 'deadline', etapa: '1', ate: '2026-05-09', motivo: 'O cartório fechou.' }
  const late = await support.post(page, { ...deadline, version: '999' })
  expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('value="2026-05-09"')])
  // A member who unticked the refund finds it unticked.
  const cancelled = await finance.post(page, { intent: 'cancel', motivo: 'x', version: await version() })
  expect([cancelled.status, isTicked(await cancelled.text(), 'devolver')]).toEqual([422, false])
})

/** Whether the box of this name, which the page has once, is ticked. */
function isTicked(html: string, name: string): boolean {
  const [box] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? []
  if (!box) throw new Error(`no box ${name}`)
  return box.includes('checked=""')
}

test('a contact and a note are recorded, and no customer sees either', async () => {
  const { page, read, orderId } = await paidOrder()
  await support.post(page, { intent: 'contact', canal: 'phone', nota: 'Prefere à tarde.' })
  const twice = await support.post(page, { intent: 'contact', canal: 'phone', nota: 'Prefere à tarde.' })
  expect(twice.status).toBe(422)
  expect(await twice.text()).toContain('Já foi registrado.')
  await support.post(page, { intent: 'note', nota: 'Cuidado com o nome da mãe.' })
  const html = await htmlOf(finance, page)
  for (const part of [
    'Prefere à tarde.',
    'Cuidado com o nome da mãe.',
    'Contato por telefone',
    'Atendimento',
  ])
    expect(html).toContain(part)
  expect((await read()).contactDueAt).toBeNull()
  const [view] = (await web.app.orders.ordersOf({ userId: customer })).filter(({ id }) => id === orderId)
  expect(JSON.stringify(view)).not.toMatch(/à tarde|nome da mãe/)
})

test('each role sees the forms of its own actions, and no others', async () => {
  const { page } = await paidOrder()
  const intents = async (browser: Browser) =>
    [
      ...new Set(
        [...(await htmlOf(browser, page)).matchAll(/name="intent" value="([\w-]+)"/g)].map(
          ([, name]) => name,
        ),
      ),
    ].sort()
  expect(await intents(support)).toEqual(['complete-step', 'contact', 'deadline', 'note', 'reveal', 'start'])
  expect(await intents(finance)).toEqual(['cancel', 'note', 'reveal'])
})

test('two members on one order see each other, until the tab is closed or silent', async () => {
  const { orderId } = await paidOrder()
  const [first, second] = [newId(), newId()]
  const say = async (browser: Browser, fields: Record<string, string>) =>
    (await (await browser.post('/painel/presenca', fields)).json()) as {
      ok: boolean
      found?: Record<string, { name: string }[]>
    }
  const names = (answer: Awaited<ReturnType<typeof say>>) =>
    answer.found?.[orderId]?.map(({ name }) => name).sort()
  const here = { intent: 'here', pedido: orderId }
  expect(names(await say(support, { ...here, aba: first }))).toEqual(['Atendimento'])
  expect(names(await say(finance, { ...here, aba: second }))).toEqual(['Atendimento', 'Financeiro'])
  expect(JSON.parse(await web.app.backoffice.viewersAsJson())[orderId]).toHaveLength(2)
  // Nobody can close or take over a colleague's tab.
  await say(finance, { intent: 'gone', aba: first })
  await say(finance, { intent: 'here', pedido: newId(), aba: first })
  expect(names(await say(finance, { ...here, aba: second }))).toEqual(['Atendimento', 'Financeiro'])
  await say(finance, { intent: 'gone', aba: second })
  expect(names(await say(support, { ...here, aba: first }))).toEqual(['Atendimento'])
  web.pass(1)
  expect(await web.app.backoffice.readViewers()).toEqual({})
  expect(names(await say(finance, { ...here, aba: second }))).toEqual(['Financeiro'])
  // A tab that was closed without a word leaves no row.
  const { rows } = await web.database.$client.query('select tab from desk_presence')
  expect(rows).toEqual([{ tab: second }])
  expect((await say(support, { ...here, aba: 'x' })).ok).toBe(false)
  const unknown = await web.browser().post('/painel/nada', here)
  expect((await web.browser().post('/painel/presenca', here)).status).toBe(unknown.status)
})

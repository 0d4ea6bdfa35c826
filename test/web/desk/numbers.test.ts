// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { atDesk } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)
let finance: Browser

const html = async (path: string) => {
  const response = await finance.get(path)
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '')
}
const file = async (path: string) => {
  const response = await finance.get(path)
  // `text()` would drop the byte order mark.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  return { response, text }
}

beforeAll(async () => {
  finance = await atDesk(web, 'finance')
  const buyer = (await web.database.$client.query<{ id: string }>('select id from users limit 1')).rows[0]?.id
  // One contract of 1 March, whose name a spreadsheet would interpret as a formula, its entry open since then.
  await web.database.$client.query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress, delivery_days,
       delivery_kind, delivery_date, created_at, updated_at)
     values ('00000000-0000-4000-8000-000000000001', $1, 's', 'p', '=Limpeza', 123450, '1x', 'pending', 0, 30, 'calendarDays',
       '2026-04-01', '2026-03-01T15:00:00Z', '2026-03-01T15:00:00Z')`,
    [buyer],
  )
  await web.database.$client.query(
    `insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status, payment_method,
       external_reference, created_at)
     values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', $1, '=Limpeza', '1x', 0, 'entrada', 123450,
       '2026-03-01', 'pending', 'pix', 'e', '2026-03-01T15:00:00Z')`,
    [buyer],
  )
  web.app.numbers.countVisit('visit')
  await web.app.numbers.flushVisits()
  web.app.numbers.countVisit('visit')
  web.app.numbers.countVisit('plan')
  await web.app.numbers.flushVisits()
})

test('before the numbers exist the screen says so, afterwards until when they are current', async () => {
  expect(await html('/painel/numeros')).toContain('estão sendo somados pela primeira vez')
  await web.app.numbers.refresh()
  expect(await html('/painel/numeros')).toMatch(/Atualizado em 02\/03\/2026 às \d\d:\d\d/)
})

test('each number is shown in words, in a chart with its sentence, and in a table', async () => {
  const page = await html('/painel/numeros?periodo=7')
  expect(page).toContain('24/02 a 02/03/2026')
  expect(page).toContain('<b>R$ 1.234,50</b>')
  expect(page).toMatch(
    /role="img" aria-label="Vendas por período, 24\/02 a 02\/03\/2026: R\$ 1\.234,50 no total\."/,
  )
  expect(page).toContain('<th scope="row">01/03/2026</th>')
  expect(page).toContain('R$ 1.234,50 vencidos')
  expect(page).toContain('Visitas ao site')
  // Nothing in the drawing is styled by an attribute, because the page's policy would refuse it.
  expect(page).not.toMatch(/<(?:svg|rect|path|text|line|g)[^>]* style=/)
})

test('shows the visits counted by step', async () => {
  const { text } = await file('/painel/numeros/caminho.csv?periodo=7')
  expect(text.split('\r\n')).toEqual([
    '\uFEFFPasso;No período;Antes;Do passo anterior',
    'Visitas ao site;2;0;',
    'Páginas de serviço abertas;0;0;0',
    'Planos escolhidos;1;0;',
    'Contratos assinados;1;0;100',
    'Com o primeiro pagamento;0;0;0',
    '',
  ])
})

test('a file opens in a spreadsheet, and no formula runs in it', async () => {
  const { response, text } = await file('/painel/numeros/inadimplencia.csv?periodo=mes&mes=2026-03')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="recomeco-inadimplencia-2026-03-01-2026-03-02.csv"',
  )
  expect(text).toBe("\uFEFFPlano;Venceu;Em aberto;Em aberto, %\r\n'=Limpeza · 1x;1234,50;1234,50;100\r\n")
})

test.each(['vendas', 'servicos', 'recebido', 'em-aberto', 'promessas'])(
  'the table %s can be downloaded',
  async (name) => {
    const { response, text } = await file(`/painel/numeros/${name}.csv?periodo=30`)
    expect([response.status, text.startsWith('\uFEFF')]).toEqual([200, true])
    expect(text.split('\r\n').length).toBeGreaterThan(2)
  },
)

test('there is no other file, and none for roles that may not see the numbers', async () => {
  expect((await finance.get('/painel/numeros/senhas.csv')).status).toBe(404)
  expect((await finance.get('/painel/numeros/vendas')).status).toBe(404)
  const support = await atDesk(web, 'support')
  expect((await support.get('/painel/numeros/vendas.csv')).status).toBe(403)
  expect((await support.get('/painel/numeros')).status).toBe(403)
})

test('an invalid period in the URL shows the last thirty days', async () => {
  expect(await html('/painel/numeros?periodo=sempre&de=x')).toContain('01/02 a 02/03/2026')
})

test('returned money is refunds, chargebacks and what a dispute took, less what it returned, only of our accounts', async () => {
  const day = '2026-02-10'
  for (const [figure, account, amount] of [
    ['receipt', 'provider:mercado-pago', 100_000],
    ['receipt', 'cash', 20_000],
    ['receipt', 'receivable', -120_000],
    ['refund', 'provider:mercado-pago', -1_000],
    ['refund', 'refunds', 1_000],
    ['chargeback', 'provider:mercado-pago', -20_000],
    ['dispute_won', 'provider:mercado-pago', 500],
    ['fee', 'provider:mercado-pago', -3_000],
  ] as const)
    await web.database.$client.query('insert into daily_figures values ($1, $2, $3, 1, $4)', [
      ...[`ledger.${figure}`, day, account, amount],
    ])
  const { text } = await file('/painel/numeros/recebido.csv?periodo=30')
  await web.database.$client.query('delete from daily_figures where day = $1', [day])
  expect(text).toContain('\r\n10/02/2026;1200,00;205,00;30,00;965,00\r\n')
})

test('a promise is kept, late or broken, and the money of a period is shown beside that of the one before', async () => {
  const add = (day: string, figure: string, subject: string, [count, amount]: [number, number]) =>
    web.database.$client.query('insert into daily_figures values ($1, $2, $3, $4, $5)', [
      ...[figure, day, subject, count, amount],
    ])
  await add('2026-02-11', 'contact.kept', '', [3, 0])
  await add('2026-02-11', 'contact.late', '', [2, 0])
  await add('2026-02-11', 'contact.open', '', [5, 0])
  await add('2026-02-11', 'ledger.receipt', 'provider:mercado-pago', [1, 30_000])
  await add('2026-01-11', 'ledger.receipt', 'provider:mercado-pago', [1, 20_000])
  const page = (await html('/painel/numeros?periodo=30')).replaceAll('\u00a0', ' ')
  const { text } = await file('/painel/numeros/promessas.csv?periodo=30')
  await web.database.$client.query("delete from daily_figures where day in ('2026-02-11', '2026-01-11')")
  expect(text).toContain(';3;2;5;30;\r\n')
  expect(page).toContain('<b>R$ 300,00</b>')
  expect(page).toMatch(/50.?% .*R\$ 200,00/)
})

test('lists at most twenty services by sales, and plans by what is open', async () => {
  const add = (figure: string, day: string, subject: string, amount: number) =>
    web.database.$client.query('insert into daily_figures values ($1, $2, $3, 1, $4)', [
      ...[figure, day, subject, amount],
    ])
  for (const [service, amount] of [
    ['Pequeno', 100],
    ['Grande', 900_000],
    ['Médio', 5_000],
  ] as const)
    await add('orders.signed', '2026-02-20', service, amount)
  for (let at = 1; at <= 25; at++) await add('plan.open', '2026-02-20', `Plano ${at}`, at * 100)
  // What is due today is neither open nor paid in time yet.
  await add('plan.paid', '2026-03-02', 'Plano 25', 1_000_000)
  const firstCells = async (name: string) =>
    (await file(`/painel/numeros/${name}.csv?periodo=30`)).text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';')[0])
  expect(await firstCells('servicos')).toEqual(['Grande', "'=Limpeza", 'Médio', 'Pequeno'])
  const plans = await firstCells('inadimplencia')
  expect(plans).toHaveLength(20)
  expect(plans.slice(0, 3)).toEqual(["'=Limpeza · 1x", 'Plano 25', 'Plano 24'])
  const { text } = await file('/painel/numeros/inadimplencia.csv?periodo=30')
  expect(text).toContain('\nPlano 25;25,00;25,00;100\r')
  await web.database.$client.query(
    "delete from daily_figures where day = '2026-02-20' or subject = 'Plano 25'",
  )
})

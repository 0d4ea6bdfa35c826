// Databases: one. A page of which the customer has the current version, and every change that makes a new version.
import { getTableName, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { allPages, type Browser, publicUrl, webWith } from '../../support/web.ts'

const web = webWith(allPages)
const [demo] = DEMO_ACCOUNTS
const pages = ['/payments', '/payments?aba=pagas', '/tracking'] as const

async function customer(): Promise<Browser> {
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email: demo?.email ?? '', password: demo?.password ?? '' })
  return browser
}

async function hire(browser: Browser): Promise<void> {
  const person = { name: 'Ana Maria Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' }
  await browser.post('/service/clean-name', { intent: 'hire', plan: 'mensal-12x', ...person })
  const html = await (await browser.get('/contract')).text()
  const sha256 = /name="sha256" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const signed = await browser.post('/contract', { aceito: 'on', sha256 })
  expect(signed.headers.get('location')).toBe('/payments')
}

/** Requests a page as a client that already has it. */
async function askAgain(browser: Browser, path: string, etag: string, headers: Record<string, string> = {}) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = new Request(new URL(path, publicUrl), {
    headers: { cookie, 'if-none-match': etag, ...headers },
  })
  const answer = await web.handle(request, { address: '198.51.100.200' })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text(), answer }
}

/** Returns the version of each page; the second request has no toast any more. */
async function versionsFor(browser: Browser): Promise<Map<string, string>> {
  const versions = new Map<string, string>()
  for (const path of pages) {
    await browser.get(path)
    const answer = await browser.get(path)
    versions.set(path, answer.headers.get('etag') ?? '')
  }
  return versions
}

test('a person’s unchanged page is a 304 without a body, and no cache may store it', async () => {
  const browser = await customer()
  await hire(browser)
  for (const [path, etag] of await versionsFor(browser)) {
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const { status, text, answer } = await askAgain(browser, path, etag)
    expect([status, text]).toEqual([304, ''])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-account')).toBeTruthy()
    expect(answer.headers.get('content-security-policy')).toContain('sha256-')
  }
})

test('of many instalments the first are shown, the rest on request, without a script; a form shows them all', async () => {
  const browser = await customer()
  for (let order = 0; order < 4; order++) await hire(browser)
  const idsIn = (html: string) => new Set(html.match(/name="paymentIds" value="[^"]+"/g)).size
  const short = await (await browser.get('/payments')).text()
  const all = /<a href="(\/payments\?todas=1)"[^>]*>Mostrar as (\d+) parcelas</.exec(short)
  const count = Number(all?.[2])
  expect(count).toBeGreaterThan(40)
  expect(idsIn(short)).toBeLessThan(15)
  expect(short).toContain(`Pendentes<span class="tab-count num">${count}`)
  expect(short).toContain('faltam')

  const whole = await (await browser.get(all?.[1] ?? '')).text()
  expect(idsIn(whole)).toBe(count)
  expect(whole).not.toContain('Mostrar as')
  const last = [...whole.matchAll(/name="paymentIds" value="([^"]+)"/g)].at(-1)?.[1] ?? ''
  expect(short).not.toContain(last)
  const summed = await (await browser.post('/payments', { intent: 'sum', paymentIds: last })).text()
  expect(summed).toMatch(new RegExp(`<input[^>]* checked=""[^>]* value="${last}"`))
})

test('of many orders the newest are shown in full, the others as summaries with a link', async () => {
  const browser = await customer()
  await hire(browser)
  const html = await (await browser.get('/tracking')).text()
  expect(html.match(/<article/g)).toHaveLength(3)
  const links = [...html.matchAll(/href="(\/tracking\?q=[\w-]+)"/g)].map(([, href = '']) => href)
  const numbers = new Set(html.match(/RC-[2-9A-Z]{5}/g))
  expect(links.length).toBe(numbers.size - 3)
  const whole = await (await browser.get(links.at(-1) ?? '')).text()
  expect(whole.match(/<article/g)).toHaveLength(1)
  expect(whole).toContain('Preparação da contestação')
  expect(whole).not.toContain('Outros pedidos')
})

test('a version belongs to one person, URL, representation and day', async () => {
  const browser = await customer()
  const other = await customer()
  const versions = await versionsFor(browser)
  const [[, payments = ''] = []] = versions
  const tracking = versions.get('/tracking') ?? ''
  expect(new Set(versions.values()).size).toBe(pages.length)
  expect((await askAgain(browser, '/tracking?q=x', tracking)).status).toBe(200)
  expect((await askAgain(browser, '/tracking', payments)).status).toBe(200)
  // Another session, even of the same account, has other cookies.
  expect((await askAgain(other, '/payments', payments)).status).toBe(200)
  const asJson = { accept: 'application/vnd.recomeco.page+json' }
  const json = await askAgain(browser, '/payments', payments, asJson)
  expect(json.status).toBe(200)
  expect((await askAgain(browser, '/payments', json.etag ?? '', asJson)).status).toBe(304)
  expect((await askAgain(web.browser(), '/payments', payments)).status).toBe(302)
  web.pass(24 * 60)
  const next = await askAgain(browser, '/payments', payments)
  expect(next.status).toBe(200)
  // A published version of the catalogue changes what every page says.
  const { version } = web.app.catalogue.current()
  const published = vi
    .spyOn(web.app.catalogue, 'current')
    .mockReturnValue({ ...web.app.catalogue.current(), version: `${version}+1` })
  expect((await askAgain(browser, '/payments', next.etag ?? '')).status).toBe(200)
  published.mockRestore()
  expect((await askAgain(browser, '/payments', next.etag ?? '')).status).toBe(304)
})

test('a toast is shown, whatever version the browser has', async () => {
  const browser = await customer()
  const { status, text } = await (async () => {
    await browser.post('/service/clean-name', {})
    return askAgain(browser, '/payments', '*')
  })()
  expect(status).toBe(200)
  expect(text).toContain('Selecione uma forma de pagamento')
})

/** Each table with rows of a customer, and the column that identifies the customer. */
const owned = [
  ['users', 'id'],
  ['profiles', 'user_id'],
  ['orders', 'user_id'],
  ['payments', 'user_id'],
  ['charges', 'user_id'],
  ['hiring_drafts', 'user_id'],
] as const

test.each(owned)(
  'a write to %s changes the version of its owner alone, even when no value changes',
  async (table, owner) => {
    const browser = await customer()
    await browser.get('/payments')
    const { rows } = await web.database.execute<{ id: string; own: boolean }>(
      sql`select id, email = ${demo?.email} as own from users`,
    )
    const id = rows.find(({ own }) => own)?.id ?? ''
    const other = rows.find(({ own }) => !own)?.id ?? ''
    if (table === 'charges') {
      const html = await (await browser.get('/payments')).text()
      const instalment = /name="paymentIds" value="([^"]+)"/.exec(html)?.[1] ?? ''
      await browser.post('/payments', { paymentIds: instalment })
    }
    const before = [await web.app.versionOf({ userId: id }), await web.app.versionOf({ userId: other })]
    const column = sql.identifier(owner)
    const written = await web.database.execute(
      sql`update ${sql.identifier(table)} set ${column} = ${column} where ${column} = ${id}`,
    )
    expect(written.rowCount).toBeGreaterThan(0)
    const after = [await web.app.versionOf({ userId: id }), await web.app.versionOf({ userId: other })]
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
  },
)

test('a rolled-back transaction leaves the version unchanged; a deletion changes it', async () => {
  const { rows } = await web.database.execute<{ id: string }>(
    sql`select id from users where email = ${demo?.email}`,
  )
  const userId = rows[0]?.id ?? ''
  const before = await web.app.versionOf({ userId })
  const drop = sql`delete from hiring_drafts where user_id = ${userId}`
  await web.database
    .transaction(async (tx) => {
      await tx.execute(drop)
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await web.app.versionOf({ userId })).toBe(before)
  await web.database.execute(drop)
  expect(await web.app.versionOf({ userId })).not.toBe(before)
})

/**
 * Tables with rows of customers that neither /payments nor /tracking shows: a person's consents, requests about their data,
 * message choices and texts have their own pages, which are always rendered again. A withdrawal, which /tracking shows, is
 * written with its order and never changes.
 */
const notShown = [
  ...'accounts consents consultations contract_acceptances contract_addenda conversations'.split(' '),
  ...'customer_notes desk_sessions documents message_consents message_preferences'.split(' '),
  ...'messages payer_links'.split(' '),
  ...'privacy_requests proposals refund_approvals registrations sessions team_recovery_codes'.split(' '),
  ...'team_second_factors verifications withdrawals'.split(' '),
]

test('every table with rows of a customer is in the version, or shown by none of its pages', async () => {
  const { identity, orders, payments, receipts, contracting, proposals, documents } = web.app
  const counted = [identity, orders, payments, receipts, contracting, proposals, documents]
    .flatMap((module): readonly AnyPgColumn[] => module.owners)
    .map(({ table }) => getTableName(table))
  const { rows } = await web.database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`,
  )
  const missing = rows.map(({ name }) => name).filter((name) => !counted.includes(name))
  expect(missing.toSorted()).toEqual(notShown)
})

test('instalments of two orders on the same day keep their order, wherever the database has moved their rows', async () => {
  const browser = await customer()
  for (let order = 0; order < 2; order++) await hire(browser)
  const shown = async () => {
    await browser.get('/payments?aba=pagas')
    return (await browser.get('/payments?aba=pagas')).text()
  }
  const before = await shown()
  for (const first of ['asc', 'desc'] as const) {
    await web.database.execute(sql`update payments set amount = amount where order_id in
      (select order_id from payments order by order_id ${sql.raw(first)} limit 13)`)
    expect(await shown()).toBe(before)
  }
})

// Databases: one. What the database refuses, both refuse.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { teamRoles } from '../../src/core/roles.ts'
import { may, type Right } from '../../src/modules/team/public.ts'
import routes from '../../src/web/routes.ts'
import type { RouteTraits } from '../../src/web/routing/traits.ts'
import { atDesk, demoAccount, signedIn } from '../support/desk.ts'
import { fieldsRead as fields, queriesRead as queries } from '../support/names-read.ts'
import { allPages, type Browser, publicUrl, webWith } from '../support/web.ts'

/*
 * Ids, places in lists, numbers and dates that no page of ours writes, in every address, query and form: each has its answer, and none is an
 * error of ours. The names of queries and fields are those that the sources read, so that a new one is attacked too.
 */

const web = webWith(allPages)

const uuid = '0199f0aa-0000-7000-8000-000000000001'
const values = [
  'undefined',
  uuid,
  'ž',
  'a\r\nX: 1',
  "'",
  '-1',
  '1e400',
  '99999999999999999999',
  '9007199254740991',
  '2026-02-30',
  '0000-01-01',
  '2026-02-30~x',
  '2026-02-28T12:00:00.000Z~x',
  `2026-02-30~${uuid}`,
  `0000-01-01~${uuid}`,
  `+275760-09-13T00:00:00.000Z~${uuid}`,
  `-271821-04-20T00:00:00.000Z~${uuid}`,
  `${uuid}~${uuid}`,
  'lookup.deliver~x',
  '/painel\r\nX:1',
  '/painel/pedidos?q=ž',
  '/.//evil.example',
  '//[',
  'x'.repeat(3_000),
]
/** Values of all fields of a form at once: wrong ids with correct amounts, dates and words. */
const typed = [
  'undefined',
  'Um motivo qualquer',
  '10,00',
  '1',
  '99999999999999999999',
  '0000-01-01',
  '2026-03-01',
  '9999-12-31T10:00',
  uuid,
]

const patterns = routes.map(({ path }) => `/${path ?? ''}`)
/** The visitors whom a route admits, by its access. Others are turned away before it reads the id, so that two values are enough for them. */
const admitted: Readonly<Record<RouteTraits['access'], readonly string[]>> = {
  everyone: ['a guest', 'a customer'],
  'by-route': ['a guest', 'a customer'],
  invited: ['a guest', 'a customer'],
  demo: ['a guest', 'a customer'],
  'signed-in': ['a customer'],
  team: ['owner'],
  'team-door': ['owner'],
}
const pathWith = (pattern: string, value: string) =>
  pattern.replaceAll(/:[a-zA-Z]+/g, encodeURIComponent(value)).replace('*', 'x')

/** Returns what is wrong with an answer: an error of ours, or a redirect that leads elsewhere. */
async function faultOf(answer: Response): Promise<string | undefined> {
  await answer.body?.cancel()
  if (answer.status >= 500) return `${answer.status}`
  const to = answer.headers.get('location')
  if (to === null) return undefined
  const isOurs = /^[\x21-\x7e]+$/.test(to) && [publicUrl, 'null'].includes(new URL(to, publicUrl).origin)
  return isOurs ? undefined : `to ${to}`
}

afterEach(() => vi.restoreAllMocks())

let visitors: [name: string, browser: Browser][]
beforeAll(async () => {
  visitors = [['a guest', web.browser()]]
  visitors.push(['a customer', await signedIn(web, demoAccount('customer'))])
  for (const role of teamRoles) visitors.push([role, await atDesk(web, role)])
})
const owner = () => visitors.find(([name]) => name === 'owner')?.[1] as Browser

// Thousands of requests, on a machine that may do other things too.
vi.setConfig({ testTimeout: 600_000 })

test('finds the names of queries and fields', () => {
  expect(queries).toEqual(expect.arrayContaining(['depois', 'antes', 'voltar', 'item', 'nova']))
  expect(fields).toEqual(
    expect.arrayContaining(['motivo', 'id', 'versao', 'pedido', 'codigo', 'senha', 'para', 'novaData']),
  )
})

test('a wrong id in a path causes no server error, whoever requests it', async () => {
  const faults: string[] = []
  const ids = values.filter((value) => !/[\r\n]/.test(value))
  for (const [name, browser] of visitors.filter(([each]) =>
    ['a guest', 'a customer', 'owner'].includes(each),
  ))
    for (const { path: pattern = '', traits } of routes.filter(({ path }) => path?.includes(':')))
      for (const value of admitted[traits.access].includes(name) ? ids : ['ž', '//[']) {
        const path = pathWith(`/${pattern}`, value)
        const fault = await faultOf(await browser.get(path))
        if (fault) faults.push([name, path.slice(0, 120), fault].join(' '))
      }
  expect(faults).toEqual([])
})

test('a wrong query causes no server error on any page', async () => {
  const [faults, attacked]: [string[], Set<string>] = [[], new Set()]
  const reads = (['get', 'getAll', 'has'] as const).map((name) => vi.spyOn(URLSearchParams.prototype, name))
  const isRead = () => reads.some(({ mock }) => mock.calls.some(([name]) => queries.includes(String(name))))
  for (const pattern of patterns.filter((each) => !/eventos$|sair$/.test(each)))
    for (const value of values) {
      const search = new URLSearchParams(queries.map((name) => [name, value]))
      const [visitor, path] = [
        pattern.startsWith('/painel') ? owner() : visitors[1]?.[1],
        pathWith(pattern, uuid),
      ]
      for (const spy of reads) spy.mockClear()
      const answer = await visitor?.get(`${path}?${search}`)
      const fault = answer && (await faultOf(answer))
      if (fault) faults.push([path, value.slice(0, 60), fault].join(' '))
      // Without a look at the query, and without a redirect, which may take it along, the other values are answered alike.
      if (!isRead() && !answer?.headers.has('location')) break
      attacked.add(pattern)
    }
  expect(faults).toEqual([])
  expect([...attacked]).toEqual(
    expect.arrayContaining(['/services', '/auth', '/payments', '/painel', '/painel/registro', '/dev/ui']),
  )
})

interface Kinds {
  action?: { kinds?: Readonly<Record<string, { right: Right }>> }
}

test('a wrong value in a desk form is refused without a server error', async () => {
  const faults: string[] = []
  for (const { path = '' } of routes.filter(({ traits }) => traits.access === 'team')) {
    const page = (await allPages[`/${path}`]?.()) as Kinds | undefined
    for (const [intent, { right }] of Object.entries(page?.action?.kinds ?? {})) {
      const [, browser] =
        visitors.find(([name]) => teamRoles.some((role) => role === name && may(role, right))) ?? []
      // A wrong id alone gets the form refused: a wrong, a correct and a huge value of the other fields are enough.
      for (const id of path.includes(':') ? ['undefined', uuid] : [uuid])
        for (const value of id === uuid ? typed : [typed[0], typed[2], typed[4]].map(String)) {
          const to = pathWith(`/${path}`, id)
          const form = [['intent', intent], ...fields.map((name) => [name, value])] as [string, string][]
          const fault = browser && (await faultOf(await browser.post(to, form)))
          if (fault) faults.push([to, intent, value, fault].join(' '))
        }
    }
  }
  expect(faults).toEqual([])
})

// Databases: one. The measured work is that of this process, independent of the database.
import { beforeAll, expect, test } from 'vitest'
import { conversations, inboundMessages } from '../../src/modules/inbox/tables.server.ts'
import { newId } from '../../src/platform/ids.ts'
import { atDesk, demoAccount, signedIn } from '../support/desk.ts'
import { minLongestTurn } from '../support/processor-time.ts'
import { allPages, type Browser, webWith } from '../support/web.ts'

/**
 * Long messages, by e-mail and from every number that an account ever had, do not block the server: the pages that show them
 * block the event loop for less than 50 ms. '<' is the longest character in a page.
 */
const budgetMs = 50
const account = demoAccount('customer')
const messagesEach = 110
const addresses = [account.email, ...Array.from({ length: 9 }, (_, at) => `+554899999000${at}`)]

const web = webWith(allPages)
let owner: Browser
let userId = ''
const ids = addresses.map(() => newId())

beforeAll(async () => {
  userId = (await web.app.identity.accountOf(web.database, account.email))?.userId ?? ''
  owner = await atDesk(web, 'owner')
  const now = web.app.clock.now()
  for (const [index, address] of addresses.entries()) {
    const [id = '', channel] = [ids[index], address.includes('@') ? 'email' : 'whatsapp'] as const
    const whose = { channel, address, name: '<'.repeat(80), userId, orderId: null }
    await web.database.insert(conversations).values({ id, ...whose, lastInboundAt: now, createdAt: now })
    const message = (at: number) => ({
      ...{
        id: newId(),
        conversationId: id,
        channel,
        providerId: `${address} ${at}`,
        at: now,
        receivedAt: now,
      },
      ...{ subject: at === messagesEach - 1 ? 'A mais nova' : 'Antes', text: '<'.repeat(10_000), left: [] },
    })
    await web.database
      .insert(inboundMessages)
      .values(Array.from({ length: messagesEach }, (_, at) => message(at)))
  }
}, 120_000)

test('no desk page about them blocks the event loop', async () => {
  for (const path of [
    `/painel/clientes/${userId}`,
    ...ids.slice(0, 2).map((id) => `/painel/conversas/${id}`),
  ]) {
    const show = async () => {
      const page = await owner.get(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('A mais nova')
    }
    expect.soft(await minLongestTurn(budgetMs, show), path).toBeLessThan(budgetMs)
  }
}, 120_000)

test('shows the latest message of every conversation', async () => {
  const html = await (await owner.get(`/painel/clientes/${userId}`)).text()
  for (const id of ids) expect(html).toContain(`/painel/conversas/${id}`)
  expect(html.match(/<b>A mais nova<\/b>/g)).toHaveLength(addresses.length)
})

test('the writer’s own page does not block the event loop, and says how many messages it shows', async () => {
  const customer = await signedIn(web, account)
  let html = ''
  const show = async () => {
    html = await (await customer.get('/account/privacidade?copia=1')).text()
  }
  expect(await minLongestTurn(budgetMs, show)).toBeLessThan(budgetMs)
  expect(html.replaceAll('<!-- -->', '')).toContain('Aqui estão os 19 mais recentes, de 1')
})

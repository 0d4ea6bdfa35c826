// Databases: one. The measured work is that of this process, independent of the database.
import { beforeAll, expect, test } from 'vitest'
import { sealAddress } from '../../src/modules/privacy/store.server.ts'
import { privacyLinks } from '../../src/modules/privacy/tables.server.ts'
import { newId } from '../../src/platform/ids.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { signedIn } from '../support/desk.ts'
import { minLongestTurn } from '../support/processor-time.ts'
import { allPages, type Browser, webWith } from '../support/web.ts'

/**
 * Anybody can request a link to the data of any address. The addresses are sealed, so all links of the last two hours are
 * opened for each person who views their own data: however many there are, they block the event loop for less than 50 ms.
 */
const budgetMs = 50
const links = 8_000

const web = webWith(allPages)
const account = { email: `${newId()}@exemplo.com.br`, password: 'Girassol@77' }
let customer: Browser

beforeAll(async () => {
  await web.app.identity.ensureAccounts([{ role: 'customer', ...account }])
  customer = await signedIn(web, account)
  const cipher = createCipher('ab'.repeat(32))
  const now = web.app.clock.now()
  const expiresAt = new Date(now.getTime() + 3_600_000)
  const row = (email: string) => {
    const id = newId()
    return { id, sealed: sealAddress(cipher, id, { email }), createdAt: now, expiresAt }
  }
  const addresses = [account.email, ...Array.from({ length: links }, (_, at) => `a${at}@exemplo.com.br`)]
  for (let from = 0; from < addresses.length; from += 1_000)
    await web.database.insert(privacyLinks).values(addresses.slice(from, from + 1_000).map(row))
})

test.each(['/account/privacidade', '/account/privacidade?copia=1', '/account/privacidade/arquivo'])(
  '%s opens the links in pieces',
  async (path) => {
    const show = async () => (await customer.get(path)).text()
    expect(await minLongestTurn(budgetMs, show)).toBeLessThan(budgetMs)
  },
)

test('finds a person’s own link among them', async () => {
  const text = await (await customer.get('/account/privacidade/arquivo')).text()
  const { dados } = JSON.parse(text) as { dados: { tipo: string; registros: object[] }[] }
  expect(dados.find(({ tipo }) => tipo === 'link')?.registros).toMatchObject([{ to: account.email }])
})

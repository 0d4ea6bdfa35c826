// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../src/core/calendar.ts'
import { newId } from '../../src/platform/ids.ts'
import { atDesk, demoAccount } from '../support/desk.ts'
import { allPages, type Browser, webWith } from '../support/web.ts'

/*
 * A member of the team sees names, and what identifies a customer only after asking for it, which is recorded. The search must not be
 * a way around: what is hidden cannot be found out by asking for more and more of it.
 */

const web = webWith(allPages)
const [email, phone, cpf] = ['quintal.azul@exemplo.com.br', '48991230987', '52998224725']
let support: Browser
let finance: Browser

beforeAll(async () => {
  support = await atDesk(web, 'support')
  finance = await atDesk(web, 'finance')
  const account = await web.app.identity.accountOf(web.database, demoAccount('customer').email)
  const userId = account?.userId ?? ''
  await web.database.$client.query('update users set email = $2 where id = $1', [userId, email])
  await web.database.transaction((tx) =>
    web.app.identity.updateProfile(tx, {
      userId,
      nome: 'Joana Pereira',
      documento: cpf,
      telefone: `+55${phone}`,
    }),
  )
})

const search = async (busca: string) =>
  (await support.post('/painel/clientes', { intent: 'search', busca })).text()
/** As if the searches before were long ago. */
const startAnew = () => web.database.$client.query('delete from rate_limits')
const isFound = async (text: string) => (await search(text)).includes('Joana Pereira')

test('a hidden e-mail or telephone cannot be found letter by letter, from either end', async () => {
  for (const whole of [email, phone]) {
    expect(await isFound(whole), whole).toBe(true)
    for (let length = 1; length < whole.length; length++) {
      // A telephone without its area code, also as it was before 2016, is whole.
      if ((length === 8 || length === 9) && whole === phone) continue
      for (const part of [whole.slice(0, length), whole.slice(-length)])
        expect(await isFound(part), part).toBe(false)
    }
    await startAnew()
  }
  for (const whole of [`+55${phone}`, '991230987']) expect(await isFound(whole), whole).toBe(true)
  expect(await isFound('joana')).toBe(true)
})

test('guessing the hidden digits of a CPF is slowed down, counted and recorded', async () => {
  await startAnew()
  let tried = 0
  let html = ''
  for (; tried < 300 && !html.includes('Foram buscas demais'); tried++)
    html = await search(`${String(tried).padStart(3, '0')}98224725`)
  expect(tried).toBe(121)
  // Also with the right digits, and wherever people are searched for.
  expect(await search(cpf)).toContain('Foram buscas demais')
  const json = { Accept: 'application/json' }
  expect((await support.post('/painel/clientes', { intent: 'search', busca: email }, json)).status).toBe(422)
  const records = await web.app.backoffice.latestAudit({ limit: 10 })
  const found = records.filter(({ action }) => action === 'customer.search')
  expect(found).toHaveLength(1)
  expect(JSON.stringify(found)).not.toMatch(/98224725|quintal/)
  await web.app.security.flush()
  const { rows } = await web.database.$client.query(
    "select * from security_counts where event = 'desk-search-slowed'",
  )
  expect(rows.length).toBeGreaterThan(0)

  // Searches by name continue, and so do a colleague's.
  expect(await isFound('joana per')).toBe(true)
  const others = await finance.post('/painel/dinheiro', { intent: 'find', busca: cpf })
  expect(await others.text()).not.toContain('Foram buscas demais')
  web.pass(1)
  expect(await isFound(cpf)).toBe(true)
})

test('guessing is also slowed down where money is matched to people', async () => {
  for (let tried = 0; tried < 120; tried++)
    await finance.post('/painel/dinheiro', { intent: 'find', busca: '48 3333-0000' })
  const slowed = await finance.post('/painel/dinheiro', { intent: 'find', busca: cpf })
  expect(await slowed.text()).toContain('Foram buscas demais')
})

test('guessing addresses by offers to unknown accounts is slowed down too', async () => {
  await startAnew()
  const until = addDays(todayInSaoPaulo(web.app.clock.now()), 7)
  const offer = (address: string) =>
    support.post('/painel/ofertas', {
      ...{
        intent: 'send',
        chave: newId(),
        motivo: 'Pedido por telefone',
        servico: 'clean-name',
        email: address,
      },
      ...{
        tipo: 'à vista',
        preco: 'R$ 1.000,00',
        ate: until,
        titulo: 'Limpeza de Nome',
        linhas: 'Uma linha',
      },
    })
  const unknown = await (await offer('outra@exemplo.com.br')).text()
  expect(unknown).toContain('Não há conta confirmada com este e-mail')
  for (let tried = 1; tried < 120; tried++) await offer(`outra${tried}@exemplo.com.br`)
  expect(await (await offer(email)).text()).toContain('Foram buscas demais')
  web.pass(1)
  expect((await offer(email)).status).toBe(302)
})

test('the order of the results reveals nothing hidden', async () => {
  const addresses = ['z', 'a', 'm'].map((letter) => `${letter}.maia@exemplo.com.br`)
  const ids: string[] = []
  for (const address of addresses) {
    await web.app.identity.ensureAccounts([{ role: 'customer', email: address, password: 'Girassol@77' }])
    const userId = (await web.app.identity.accountOf(web.database, address))?.userId ?? ''
    ids.push(userId)
    await web.database.transaction((tx) => web.app.identity.updateProfile(tx, { userId, nome: 'Rita Maia' }))
  }
  const html = await search('rita maia')
  expect([...html.matchAll(/painel\/clientes\/([0-9a-f-]{36})/g)].map(([, id]) => id)).toEqual(ids)
})

// Databases: one
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { signedIn } from '../support/desk.ts'
import { serverOf } from '../support/http.ts'
import { allPages, webWith } from '../support/web.ts'

/*
 * The copy of somebody's data is read while it is sent. What fails in the middle ends that download, visibly unfinished, and nothing
 * else: not the process, and not the places of the next ones.
 */

const web = webWith(allPages)
const server = serverOf(web)
const account = { email: `${newId()}@exemplo.com.br`, password: 'Girassol@77' }
let cookie = ''
let userId = ''

beforeAll(async () => {
  await web.app.identity.ensureAccounts([{ role: 'customer', ...account }])
  userId = (await web.app.identity.accountOf(web.database, account.email))?.userId ?? ''
  const { cookies } = await signedIn(web, account)
  cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
})

const download = (init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${server.port()}/account/privacidade/arquivo`, {
    ...init,
    headers: { Host: 'localhost:3000', Cookie: cookie },
  })

test.each(['gzip', 'br', 'identity'])('the exported copy is complete in %s', async (encoding) => {
  const response = await fetch(`http://127.0.0.1:${server.port()}/account/privacidade/arquivo`, {
    headers: { Cookie: cookie, 'Accept-Encoding': encoding },
  })
  expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  const { dados } = (await response.json()) as { dados: { tipo: string }[] }
  expect(dados.map(({ tipo }) => tipo)).toEqual(['account', 'access'])
})

test('an error in the middle of a download ends only that download', async () => {
  const { $client } = web.database
  const values = [userId, new Uint8Array(40)]
  await $client.query(
    `insert into registrations (user_id, tipo_pessoa, sealed, saved_at) values ($1, 'fisica', $2, now())`,
    values,
  )
  for (let tries = 0; tries < 6; tries++) {
    await expect(download().then((response) => response.text())).rejects.toThrow()
  }
  await $client.query('delete from registrations where user_id = $1', [userId])
  expect(await (await download()).json()).toMatchObject({ formato: 'recomeco/dados-pessoais/1' })
})

test('an aborted download or a HEAD request frees its slot', async () => {
  for (let tries = 0; tries < 6; tries++) {
    await expect.poll(async () => (await download({ method: 'HEAD' })).status).toBe(200)
    const response = await download()
    await response.body?.cancel()
  }
  const again = async () => {
    const response = await download()
    await response.text()
    return response.status
  }
  await expect.poll(again).toBe(200)
  expect(await Promise.all([again(), again(), again(), again()])).toEqual([200, 200, 200, 200])
})

// Databases: one
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startSimulator } from '../../../simulator/server.ts'
import { simulatorAccessToken, simulatorWebhookSecret } from '../../../src/platform/config/simulator.ts'
import { newId } from '../../../src/platform/ids.ts'
import { atDesk } from '../../support/desk.ts'
import { allPages, webWith } from '../../support/web.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'close-day-'))
const secrets = { webhookSecret: simulatorWebhookSecret, accessToken: simulatorAccessToken }
const provider = startSimulator({ port: 0, dataDir, ...secrets })
const web = webWith(allPages, async () => ({ MERCADOPAGO_BASE_URL: (await provider).url }))

afterAll(async () => {
  await (await provider).close()
  rmSync(dataDir, { recursive: true })
})

test('a day that is not over is compared so far, and nobody is sent to a list that does not have it', async () => {
  const finance = await atDesk(web, 'finance')
  const compared = async (dia: string) => {
    expect((await finance.post('/painel/dinheiro', { intent: 'close-day', dia })).status).toBe(302)
    return (await finance.get('/painel/dinheiro')).text()
  }
  expect(await compared('2026-03-02')).toContain('Até agora o dia fecha com todos os provedores.')

  // Money in the books that the provider does not know.
  for (const at of ['2026-03-01T15:00:00Z', '2026-03-02T11:00:00Z'])
    await web.database.$client.query(
      `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
         approved_at, received_at, created_at, updated_at)
       values ($1, 'mercado-pago', $2, 'pix', 'approved', 'approved', 5000, 0, 0, $3, $3, $3, $3)`,
      [newId(), newId(), at],
    )
  const today = await compared('2026-03-02')
  expect(today).toContain('1 diferença até agora. O dia ainda não acabou')
  expect(today).not.toContain('veja abaixo')
  const yesterday = await compared('2026-03-01')
  expect(yesterday).toContain('1 diferença encontrada: veja abaixo, em Fechamento dos dias.')
  expect(yesterday).toContain('não fecha')
})

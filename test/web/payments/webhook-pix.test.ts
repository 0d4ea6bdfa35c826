// Databases: one
import { afterAll, describe, expect, test } from 'vitest'
import { movableClock } from '../../modules/payments/payments-harness.ts'
import { apiPix, certificate, noticeSecret } from '../../modules/payments/providers.ts'
import { webWith } from '../../support/web.ts'

const bank = await apiPix(movableClock('2026-03-02T12:00:00Z'))
afterAll(() => bank.close())

const pages = { '/webhooks/pix/*': () => import('../../../src/web/routes/payments/webhook-pix.ts') }

describe('with API Pix as the provider', () => {
  const web = webWith(pages, async () => ({
    PAYMENT_PROVIDER: 'api-pix',
    API_PIX_BASE_URL: bank.options.baseUrl,
    API_PIX_TOKEN_URL: bank.options.tokenUrl,
    API_PIX_CLIENT_ID: bank.options.clientId,
    API_PIX_CLIENT_SECRET: bank.options.clientSecret,
    API_PIX_KEY: bank.options.key,
    API_PIX_CERT_FILE: certificate('shop'),
    API_PIX_KEY_FILE: certificate('shop-key'),
    API_PIX_CA_FILE: certificate('ca'),
    API_PIX_WEBHOOK_SECRET: noticeSecret,
  }))

  test('a charge at the bank is settled by its webhook', async () => {
    const { payments } = web.app
    const chargeId = await web.database.transaction((tx) =>
      payments.requestCharge(tx, {
        purpose: { kind: 'consultation', id: '01980a5e-7d3c-7000-8000-3c5d1f0a9b21' },
        method: 'pix',
        amount: 9990,
        description: 'Consulta completa',
        payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
        selectionKey: 'consulta-1',
        referencePrefix: 'complete-consult-',
      }),
    )
    expect(await payments.issueCharge({ chargeId: chargeId ?? '' })).toMatchObject({ ok: true })
    const [charge] = (await bank.state()).charges
    const reference = charge.txid
    const paid = await bank.pay({ method: 'pix', reference, providerId: reference, preferenceId: null })

    const send = (path: string) => {
      const { body } = bank.notice(paid)
      return web.browser().machine(path, {}, body)
    }
    expect((await send('/webhooks/pix?token=outro')).status).toBe(401)
    expect((await send(`/webhooks/pix?token=${noticeSecret}/pix`)).status).toBe(200)
    expect((await send(`/webhooks/pix/pix?token=${noticeSecret}`)).status).toBe(200)
    const events = await web.database.$client.query('select id, provider, data_id from provider_events')
    expect(events.rows).toMatchObject([{ provider: 'api-pix', data_id: paid }])
    await payments.jobs['provider-events.process'].run({ eventId: events.rows[0].id })
    const { rows } = await web.database.$client.query('select status from charges where id = $1', [chargeId])
    expect(rows).toEqual([{ status: 'approved' }])
  })

  test('a GET is not allowed', async () => {
    expect((await web.browser().get('/webhooks/pix')).status).toBe(405)
  })
})

describe('without API Pix', () => {
  const web = webWith(pages)

  test('the webhook does not exist', async () => {
    expect((await web.browser().machine(`/webhooks/pix?token=${noticeSecret}`, {})).status).toBe(404)
  })
})

// Databases: one. Pages over HTTP; the decisions behind them have their own tests.
import { expect, test } from 'vitest'
import { scamCheckCopy as copy } from '../../../src/web/copy/scam-check.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { webWith } from '../../support/web.ts'

const web = webWith(
  { '/e-golpe': () => import('../../../src/web/routes/content/scam-check.tsx') },
  async () => ({ PUBLIC_URL: 'http://localhost:3000' }),
)
const code = (key: string) =>
  buildBrCode({ key, merchantName: 'Fulano de Tal', city: 'Brasilia', amount: 40_000, txid: 'ABC123' })

test.each([
  ['http://localhost:3000/services', copy.verdicts.ours, copy.reasons.our_site],
  ['(48) 99999-0000', copy.verdicts.ours, copy.reasons.our_phone],
  ['FINANCEIRO@exemplo.com.br', copy.verdicts.ours, copy.reasons.our_pix_key],
  ['https://localhost@pagar.top', copy.verdicts.not_ours, copy.disguises.user_info],
  ['529.982.247-25', copy.verdicts.not_ours, copy.reasons.cpf],
  [code('outra@exemplo.com.br'), copy.verdicts.not_ours, copy.reasons.other_code],
  ['sei lá', copy.verdicts.unknown, copy.reasons.unreadable],
])('%s: %s', async (recebido, verdict, why) => {
  const answer = await web.browser().post('/e-golpe', { recebido })
  expect(answer.status).toBe(200)
  const text = wordsOf(await answer.text())
  expect(text).toContain(verdict)
  expect(text).toContain(why)
})

test('a charge’s code is ours whatever the charge’s state, and reveals nothing about it', async () => {
  const ours = code('cobranca@exemplo.com.br')
  await web.database.$client.query(
    `insert into charges (id, purpose, purpose_id, method, amount, description, status, provider, reference, idempotency_key,
       selection_key, most_instalments, qr_code, created_at)
     values (gen_random_uuid(), 'consultation', gen_random_uuid(), 'pix', 40000, 'Consulta de Maria Aparecida', 'expired',
       'in-memory', 'ref-1', 'key-1', 'selection-1', 1, $1, now())`,
    [ours],
  )
  const text = wordsOf(await (await web.browser().post('/e-golpe', { recebido: ` ${ours}\n` })).text())
  expect(text).toContain(copy.reasons.our_code)
  expect(text).not.toContain('Maria')
  // A part of it, or the same with another amount, does not match.
  for (const other of [ours.slice(0, -8), ours.replace('400.00', '400.01')])
    expect(wordsOf(await (await web.browser().post('/e-golpe', { recebido: other })).text())).not.toContain(
      copy.verdicts.ours,
    )
})

test('input comes back escaped, in no URL and in no cookie', async () => {
  const browser = web.browser()
  const answer = await browser.post('/e-golpe', { recebido: '<script>alert(1)</script>\u202e' })
  expect(answer.headers.get('location')).toBeNull()
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await answer.text()).not.toContain('<script>alert')
  const hostile = buildBrCode({ key: 'a@b.co', merchantName: '<img src=x>', city: 'X' })
  expect(await (await browser.post('/e-golpe', { recebido: hostile })).text()).not.toContain('<img src=x>')
})

test('empty input shows a message at the field', async () => {
  const answer = await web.browser().post('/e-golpe', { recebido: '  ' })
  expect(answer.status).toBe(422)
  expect(wordsOf(await answer.text())).toContain(copy.form.empty)
})

test('limits the checks of a network per hour', async () => {
  const browser = web.browser()
  const statuses: number[] = []
  for (let time = 0; time < 41; time++)
    statuses.push((await browser.post('/e-golpe', { recebido: 'oi' })).status)
  expect(statuses.slice(0, 40).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await web.browser().post('/e-golpe', { recebido: 'oi' })).status).toBe(200)
})

test('the page shows what is ours, to compare with', async () => {
  const text = wordsOf(await (await web.browser().get('/e-golpe')).text())
  const { legalName, cnpj, email, pixKey } = web.app.config.company
  for (const said of [
    legalName,
    cnpj,
    email,
    pixKey,
    '(48) 99999-0000',
    '@exemplo',
    'localhost:3000',
    '80 dias',
  ])
    expect(text).toContain(said)
})

function wordsOf(html: string): string {
  return html
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

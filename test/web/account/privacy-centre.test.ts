// Databases: one
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { newId } from '../../../src/platform/ids.ts'
import { pageOf, wordsOf } from '../../specification/page.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({
  '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
  '/account/privacidade': () => import('../../../src/web/routes/privacy/account-privacy.tsx'),
})
const [demo] = DEMO_ACCOUNTS
const here = '/account/privacidade'

test('every answer of the privacy centre says what happens next, and a request that its person cancelled was not answered', async () => {
  const email = `${newId()}@exemplo.com.br`
  const password = demo?.password ?? ''
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  await browser.get(here)
  const send = async (fields: Record<string, string>) => {
    const { html } = await browser.follow(await browser.post(here, fields))
    return { html, toasts: pageOf({ path: here, status: 200, html }).toasts }
  }

  const consent = await send({ intent: 'consent', finalidade: 'testimonial', sim: '1' })
  expect(consent.toasts).toEqual(['Anotado! / Vale a partir de agora.'])
  const asked = await send({ intent: 'question', texto: 'Com quem dividem os meus dados?' })
  expect(asked.toasts).toEqual(['Pedido recebido / Respondemos em até 15 dias, e você acompanha aqui.'])
  const pedido = /name="pedido" value="([^"]+)"/.exec(asked.html)?.[1] ?? ''
  const cancelled = await send({ intent: 'cancel', pedido })
  expect(cancelled.toasts).toEqual(['Pedido cancelado / Nada muda nos seus dados.'])
  expect(wordsOf(cancelled.html)).toContain(
    'cancelado por você Pedido em 02/03/2026 às 09:00 Cancelado em 02/03/2026',
  )
  const again = await send({ intent: 'cancel', pedido })
  expect(again.toasts).toEqual(['Este pedido já foi encerrado / Veja aqui embaixo o que aconteceu com ele.'])
})

test('a person who repeatedly requests and cancels makes ten requests and ten messages, then one every few hours', async () => {
  const email = `${newId()}@exemplo.com.br`
  const password = demo?.password ?? ''
  await web.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const browser = web.browser()
  await browser.post('/auth', { intent: 'sign-in', email, password })
  const texto = 'Com quem dividem os meus dados?'
  const ask = () => browser.post(here, { intent: 'question', texto })
  const cancel = async () => {
    const pedido = /name="pedido" value="([^"]+)"/.exec(await (await browser.get(here)).text())?.[1] ?? ''
    await browser.post(here, { intent: 'cancel', pedido })
  }
  for (let n = 0; n < 10; n++) {
    expect((await ask()).headers.get('Location')).toBe(here)
    await cancel()
  }
  const refused = await ask()
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(wordsOf(html)).toContain(
    'Foram muitos pedidos em pouco tempo. Espere algumas horas e envie de novo.',
  )
  expect(html, 'what was typed is kept').toContain(texto)
  const sent = await web.database.$client.query(
    'select 1 from messages where kind = \'privacy.received\' and recipient is null and "to" = $1',
    [email],
  )
  expect(sent.rows).toHaveLength(10)
  web.pass(3 * 60)
  expect((await ask()).headers.get('Location')).toBe(here)
})

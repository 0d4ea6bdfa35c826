import { setTimeout as sleep } from 'node:timers/promises'
import { type ActiveCustomer, identity, isText, maxAttempts, retry, times } from './customer.ts'
import type { Action } from './workload.ts'

const password = 'Girassol@77'

export async function signUp({ browser, email, linkTo, acknowledge }: ActiveCustomer): Promise<void> {
  const form = {
    tipoConta: 'pessoal',
    nome: identity.name,
    email,
    telefone: identity.phone,
    documento: identity.cpf,
    senha: password,
    confirmarSenha: password,
  }
  const answer = await retry(() => browser.post('/create-account', form))
  if (answer?.location) acknowledge({ kind: 'account', email })
  for (let attempt = 0; attempt < 40; attempt++) {
    const link = await linkTo(email)
    if (link !== undefined) {
      // If only the response is lost, the address is confirmed and signing in with the password works.
      await retry(() => browser.post(link, { senha: password }))
      break
    }
    await sleep(250)
  }
  await retry(() => browser.post('/auth', { intent: 'sign-in', email, password }))
}

export async function hire(
  { path, plan, clicks }: Action & { do: 'hire' },
  customer: ActiveCustomer,
): Promise<void> {
  const { browser, state, acknowledge } = customer
  const chosen = await retry(() => browser.post(path, { plan, ...identity }))
  if (chosen?.location !== '/contract') return
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const page = await retry(() => browser.get('/contract'))
    // The contract was signed but the response was lost: there is no acknowledgement, but the invariants cover it.
    if (!page || page.location) return
    const sha256 = /name="sha256" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const answers = await times(clicks, () => browser.post('/contract', { sha256, aceito: 'on' }))
    const orders = answers.flatMap(({ cookies }) => (isText(cookies.rc_pedido) ? [cookies.rc_pedido] : []))
    for (const orderId of orders) acknowledge({ kind: 'order', orderId })
    state.orders.push(...orders.slice(0, 1))
    if (orders.length > 0) return
    await sleep(500)
  }
}

export async function withdraw(
  { clicks }: Action & { do: 'withdraw' },
  { browser, state, acknowledge }: ActiveCustomer,
) {
  const orderId = state.orders.at(-1)
  if (!orderId) return
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answers = await times(clicks, () => browser.post(`/contract/desistir/${orderId}`, {}))
    const done = answers.filter(({ cookies }) => JSON.stringify(cookies.rc_avisos)?.includes('"success"'))
    if (done.length > 0) acknowledge({ kind: 'withdrawal', orderId })
    if (answers.some(({ location }) => location === '/tracking')) return
    await sleep(500)
  }
}

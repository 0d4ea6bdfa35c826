import { setTimeout as sleep } from 'node:timers/promises'
import { identity, insist, isText, type Person, patience, times } from './person.ts'
import type { Act } from './script.ts'

const password = 'Girassol@77'

export async function signUp({ browser, email, linkTo, note }: Person): Promise<void> {
  const form = {
    tipoConta: 'pessoal',
    nome: identity.name,
    email,
    telefone: identity.phone,
    documento: identity.cpf,
    senha: password,
    confirmarSenha: password,
  }
  const answer = await insist(() => browser.post('/create-account', form))
  if (answer?.location) note({ kind: 'account', email })
  for (let attempt = 0; attempt < 40; attempt++) {
    const link = await linkTo(email)
    if (link !== undefined) {
      await insist(() => browser.get(link))
      break
    }
    await sleep(250)
  }
  await insist(() => browser.post('/auth', { intent: 'sign-in', email, password }))
}

export async function hire({ path, plan, clicks }: Act & { do: 'hire' }, person: Person): Promise<void> {
  const { browser, memory, note } = person
  const chosen = await insist(() => browser.post(path, { plan, ...identity }))
  if (chosen?.location !== '/contract') return
  for (let attempt = 0; attempt < patience; attempt++) {
    const page = await insist(() => browser.get('/contract'))
    // Signed, though nobody was told: not owed to anybody, but to be whole all the same.
    if (!page || page.location) return
    const sha256 = /name="sha256" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const answers = await times(clicks, () => browser.post('/contract', { sha256, aceito: 'on' }))
    const orders = answers.flatMap(({ told }) => (isText(told.rc_pedido) ? [told.rc_pedido] : []))
    for (const orderId of orders) note({ kind: 'order', orderId })
    memory.orders.push(...orders.slice(0, 1))
    if (orders.length > 0) return
    await sleep(500)
  }
}

export async function withdraw({ clicks }: Act & { do: 'withdraw' }, { browser, memory, note }: Person) {
  const orderId = memory.orders.at(-1)
  if (!orderId) return
  for (let attempt = 0; attempt < patience; attempt++) {
    const answers = await times(clicks, () => browser.post(`/contract/desistir/${orderId}`, {}))
    const done = answers.filter(({ told }) => JSON.stringify(told.rc_avisos)?.includes('"success"'))
    if (done.length > 0) note({ kind: 'withdrawal', orderId })
    if (answers.some(({ location }) => location === '/tracking')) return
    await sleep(500)
  }
}

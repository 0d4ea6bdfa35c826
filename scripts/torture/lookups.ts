import { setTimeout as sleep } from 'node:timers/promises'
import { remember, seeCode } from './paying.ts'
import { identity, insist, type Person, patience, times } from './person.ts'
import type { Act } from './script.ts'

export async function consult(
  { path, method, clicks }: Act & { do: 'consult' },
  person: Person,
): Promise<void> {
  const { browser, memory, note, email } = person
  const { name, cpf, phone } = identity
  const who = path === '/cpf-consult' ? { name, phone } : { nome: name, telefone: phone }
  const form = { ...who, cpf, email, paymentMethod: method, declaracao: 'on' }
  for (let attempt = 0; attempt < patience; attempt++) {
    const answers = await times(clicks, () => browser.post(path, form))
    const taken = answers.filter(({ location }) => location?.startsWith('/consulta/'))
    for (const { location = '', told } of taken) {
      note({ kind: 'lookup', key: location.slice('/consulta/'.length), chargeId: String(told.rc_cobranca) })
      memory.lookup = location
    }
    if (memory.lookup) return seeCode(browser, person, memory.lookup)
    await sleep(700)
  }
}

export async function payAgain({ method }: Act & { do: 'pay-again' }, person: Person): Promise<void> {
  const { browser, memory } = person
  const { lookup } = memory
  if (!lookup) return
  const answer = await insist(() => browser.post(lookup, { intent: method }))
  if (answer && remember(answer, person)) await seeCode(browser, person, lookup)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Browser } from './browser.ts'
import { insist, isText, type Person, patience, times } from './person.ts'
import type { Act, Selection, Verdict } from './script.ts'

export async function charge({ tabs, clicks }: Act & { do: 'charge' }, person: Person): Promise<void> {
  const { browser } = person
  const page = await insist(() => browser.get('/payments'))
  const ids = [...(page?.text ?? '').matchAll(/<input[^>]*name="paymentIds"[^>]*>/g)].map(
    ([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? '',
  )
  if (ids.length === 0) return
  await Promise.all(
    tabs.map(async (selection) => {
      const tab = browser.tab()
      const instalmentIds = selected(ids, selection)
      for (let attempt = 0; attempt < patience; attempt++) {
        const answers = await times(clicks, () =>
          tab.post('/payments', { intent: 'pay', paymentIds: instalmentIds }),
        )
        if (answers.map((answer) => remember(answer, person)).some(Boolean)) return seeCode(tab, person)
        // Refused for good: paid meanwhile, or being looked at by the team.
        if (answers.some(({ status }) => status === 400)) return
        await sleep(700)
      }
    }),
  )
}

function selected(ids: readonly string[], { from, count }: Selection): string[] {
  const first = Math.min(Math.floor(from * ids.length), Math.max(0, ids.length - count))
  return ids.slice(first, first + count)
}

/** Whether an answer says that there is a charge. */
export function remember({ told }: Answer, { memory, note }: Person): boolean {
  const chargeId = told.rc_cobranca
  if (!isText(chargeId)) return false
  note({ kind: 'charge', chargeId })
  memory.charges.push(chargeId)
  return true
}

/** Copies the code, once there is one. */
export async function seeCode(browser: Browser, { memory }: Person, path = '/payment'): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const page = await insist(() => browser.get(path))
    const pix = paymentIn(page?.text ?? '')
    const card = /\/checkout\/([\w-]{10,})/.exec(page?.text ?? '')?.[1]
    if (pix) return void memory.codes.push({ pix })
    if (card) return void memory.codes.push({ card })
    if (!page || page.location) return
    await sleep(500)
  }
}

/** The simulator's payment in a BR Code: what follows `mpqrinter` in the field of its length. */
function paymentIn(text: string): string | undefined {
  const [, length = '', id = ''] = /05(\d\d)mpqrinter(\d+)/.exec(text) ?? []
  return id.slice(0, Number(length) - 'mpqrinter'.length) || undefined
}

export async function pay({ verdict, codes }: Act & { do: 'pay' }, { memory, provider, note }: Person) {
  const which = {
    newest: memory.codes.slice(-1),
    // Not the first of all, which was paid long ago, but the one before the newest.
    oldest: memory.codes.slice(-2, -1),
    all: memory.codes.slice(-3),
  }[codes]
  await Promise.all(
    which.map(async (code) => {
      if ('card' in code) {
        const form = new URLSearchParams({ installments: '3' })
        return provider.post(`/checkout/${code.card}/${cardVerdicts[verdict]}`, form)
      }
      const status = await provider.post(`/sim/payments/${code.pix}/${verdict}`)
      if (status === 404) throw new Error(`A code was shown of a payment that does not exist: ${code.pix}`)
      if (status === 200 && verdict === 'approve') note({ kind: 'approval', providerId: code.pix })
    }),
  )
}

const cardVerdicts: Record<Verdict, string> = {
  approve: 'approve',
  review: 'pending',
  reject: 'reject',
  cancel: 'reject',
  expire: 'reject',
}

export async function renew(person: Person): Promise<void> {
  const tab = person.browser.tab()
  const chargeId = person.memory.charges.at(-1)
  if (!chargeId) return
  const answer = await insist(() => tab.post('/payment', { intent: 'renew', chargeId }))
  if (answer && remember(answer, person)) await seeCode(tab, person)
}

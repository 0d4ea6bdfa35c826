import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Browser } from './browser.ts'
import { type ActiveCustomer, isText, maxAttempts, retry, times } from './customer.ts'
import type { Action, Selection, Verdict } from './workload.ts'

export async function charge(
  { tabs, clicks }: Action & { do: 'charge' },
  customer: ActiveCustomer,
): Promise<void> {
  const { browser } = customer
  const page = await retry(() => browser.get('/payments'))
  const ids = [...(page?.text ?? '').matchAll(/<input[^>]*name="paymentIds"[^>]*>/g)].map(
    ([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? '',
  )
  if (ids.length === 0) return
  await Promise.all(
    tabs.map(async (selection) => {
      const tab = browser.tab()
      const instalmentIds = selected(ids, selection)
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const answers = await times(clicks, () =>
          tab.post('/payments', { intent: 'pay', paymentIds: instalmentIds }),
        )
        if (answers.map((answer) => remember(answer, customer)).some(Boolean)) return seeCode(tab, customer)
        // A final refusal: already paid, or under review by the team.
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

/**
 * Records the charge that a response acknowledges.
 *
 * @returns whether it acknowledges one
 */
export function remember({ cookies }: Answer, { state, acknowledge }: ActiveCustomer): boolean {
  const chargeId = cookies.rc_cobranca
  if (!isText(chargeId)) return false
  acknowledge({ kind: 'charge', chargeId })
  state.charges.push(chargeId)
  return true
}

/** Reads the Pix code or the card checkout, once the page shows one. */
export async function seeCode(browser: Browser, { state }: ActiveCustomer, path = '/payment'): Promise<void> {
  for (let attempt = 0; attempt < 8; attempt++) {
    const page = await retry(() => browser.get(path))
    const pix = paymentIn(page?.text ?? '')
    const card = /\/checkout\/([\w-]{10,})/.exec(page?.text ?? '')?.[1]
    if (pix) return void state.codes.push({ pix })
    if (card) return void state.codes.push({ card })
    if (!page || page.location) return
    await sleep(500)
  }
}

/** Returns the simulator's payment id in a BR Code: the text after `mpqrinter` in its length-prefixed field. */
function paymentIn(text: string): string | undefined {
  const [, length = '', id = ''] = /05(\d\d)mpqrinter(\d+)/.exec(text) ?? []
  return id.slice(0, Number(length) - 'mpqrinter'.length) || undefined
}

export async function pay(
  { verdict, codes }: Action & { do: 'pay' },
  { state, provider, acknowledge }: ActiveCustomer,
) {
  const chosen = {
    newest: state.codes.slice(-1),
    // The first code is usually paid already.
    previous: state.codes.slice(-2, -1),
    all: state.codes.slice(-3),
  }[codes]
  await Promise.all(
    chosen.map(async (code) => {
      if ('card' in code) {
        const form = new URLSearchParams({ installments: '3' })
        return provider.post(`/checkout/${code.card}/${cardVerdicts[verdict]}`, form)
      }
      const status = await provider.post(`/sim/payments/${code.pix}/${verdict}`)
      if (status === 404)
        throw new Error(`A page shows the code of a payment that does not exist: ${code.pix}`)
      if (status === 200 && verdict === 'approve') acknowledge({ kind: 'approval', providerId: code.pix })
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

export async function renew(customer: ActiveCustomer): Promise<void> {
  const tab = customer.browser.tab()
  const chargeId = customer.state.charges.at(-1)
  if (!chargeId) return
  const answer = await retry(() => tab.post('/payment', { intent: 'renew', chargeId }))
  if (answer && remember(answer, customer)) await seeCode(tab, customer)
}

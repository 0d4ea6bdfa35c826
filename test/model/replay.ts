import { atProvider } from '../../scripts/model/provider.ts'
import { quiesce, step } from '../../scripts/model/step.ts'
import { type Action, type Bounds, initialWorld, type World } from '../../scripts/model/world.ts'
import type { PaymentsHarness } from '../modules/payments/payments-harness.ts'
import { openShop, type ShopOptions } from './scripted-shop.ts'

/**
 * Replays a history without refunds on the real use cases, and compares the books with the model's.
 *
 * @returns the differences, after the history and after quiescence
 */
export async function replay(
  harness: PaymentsHarness,
  {
    history,
    bounds,
    ...options
  }: ShopOptions & { history: readonly Action[]; bounds: Pick<Bounds, 'deliveries'> },
): Promise<string[]> {
  const shop = await openShop(harness, options)
  let world: World = initialWorld
  const perform = async (action: Action) => {
    const before = world
    harness.clock.advance(1000)
    world = step(world, action, bounds)
    switch (action.do) {
      case 'record': {
        const one = before.fetched[action.fetched]
        if (one) await shop.receive(one.payment, one.report)
        return
      }
      case 'sweep':
        await shop.payments.reconcile()
        return
      case 'fetch':
        return
      case 'pay':
      case 'payAgain':
      case 'cancel':
        shop.change(atProvider(shop.truth(), action))
        return
      default:
        throw new Error(`${action.do} is not replayed: what returned money is for is not the model's to say`)
    }
  }
  for (const action of history) await perform(action)
  const departures = differing('after the history', await booksOf(harness, shop), modelled(world))
  for (const action of quiesce(world).history) await perform(action)
  departures.push(...differing('after quiescence', await booksOf(harness, shop), modelled(world)))
  const broken = await shop.payments.checkBooks()
  await shop.close()
  return broken.length > 0
    ? [...departures, `the books do not add up: ${JSON.stringify(broken)}`]
    : departures
}

/** Content of the books, either the model's or the database's. */
interface Summary {
  charges: string[]
  instalments: string[]
  payments: string[]
  credits: string[]
}

type Shop = Awaited<ReturnType<typeof openShop>>

async function booksOf(harness: PaymentsHarness, { chargeIds, instalmentIds }: Shop): Promise<Summary> {
  const rows = <T>(text: string) => harness.query<T>(text, [chargeIds])
  const statuses = await rows<{ id: string; status: string }>(
    'select id, status from charges where id = any($1)',
  )
  const payments = await rows<{ line: string }>(
    `select concat_ws(' ', split_part(provider_id, '-', 4), state, amount) as line
     from provider_payments where charge_id = any($1) and received_at is not null`,
  )
  const credits = await rows<{ line: string }>(
    `select concat_ws(' ', split_part(p.provider_id, '-', 4), c.reason, c.amount, c.status) as line
     from credits c join provider_payments p on p.id = c.provider_payment_id where c.charge_id = any($1)`,
  )
  const linesOf = (found: { line: string }[]) => found.map(({ line }) => line).toSorted()
  return {
    charges: chargeIds.map((id) => nameOfStatus(statuses.find((row) => row.id === id)?.status ?? '')),
    instalments: (await harness.statuses(instalmentIds)).map(String),
    payments: linesOf(payments),
    credits: linesOf(credits),
  }
}

function modelled({ books }: World): Summary {
  return {
    charges: books.charges.map(({ status }) => status),
    instalments: books.instalments.map(({ status }) => status),
    payments: books.known
      .flatMap((known, payment) => (known?.received ? [`${payment} ${known.state} ${known.amount}`] : []))
      .toSorted(),
    credits: books.credits
      .map(({ payment, reason, amount, status }) => `${payment} ${reason} ${amount} ${status}`)
      .toSorted(),
  }
}

function differing(when: string, code: Summary, model: Summary): string[] {
  return (Object.keys(model) as (keyof Summary)[]).flatMap((name) => {
    const [ours, theirs] = [code[name].join(', '), model[name].join(', ')]
    return ours === theirs ? [] : [`${when}, ${name}: the code has [${ours}], the model [${theirs}]`]
  })
}

/** Returns the name of a status that is used everywhere except in the table. */
const nameOfStatus = (stored: string) => (stored === 'divergent' ? 'amount_mismatch' : stored)

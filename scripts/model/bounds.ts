import { type Bounds, instalmentAmount } from './world.ts'

/** The right amount, a centavo short, five reais over. */
const amounts = [0, -1, 500]

/** What `npm test` explores, in a second or two each: two answers on their way, or any amount and any request. */
export const smallBounds: Bounds = {
  ...{ pays: 2, cancels: 0, fetches: 2, panelRefunds: 1, disputes: 0, requests: 1, crashes: 1, sweeps: 0 },
  ...{ amounts: [0], paymentsPerCharge: 2, deliveries: 2, requestKinds: ['whole'] },
}
export const otherSmallBounds: Bounds = {
  ...smallBounds,
  fetches: 1,
  amounts,
  requestKinds: ['whole', 'part'],
}

/** A bank takes money and gives it back, beside refunds of the panel and of ours. */
export const disputeBounds: Bounds = {
  ...smallBounds,
  ...{ pays: 1, fetches: 1, disputes: 3 },
}

/** What `npm run model` explores: two charges, three answers on their way, two refunds, a crash. */
export const largeBounds: Bounds = {
  ...{ pays: 2, cancels: 0, fetches: 3, panelRefunds: 1, disputes: 0, requests: 1, crashes: 1, sweeps: 0 },
  ...{ amounts: [0, -1], paymentsPerCharge: 2, deliveries: 2, requestKinds: ['whole', 'part'] },
}

/** What is too much to explore, and is sampled: everything may happen, twice or more. */
export const wideBounds: Bounds = {
  ...{ pays: 4, cancels: 2, fetches: 6, panelRefunds: 3, disputes: 3, requests: 3, crashes: 2, sweeps: 2 },
  ...{
    amounts: [...amounts, instalmentAmount, -instalmentAmount / 2],
    paymentsPerCharge: 2,
    deliveries: 2,
    requestKinds: ['whole', 'part'],
  },
}

/** The same without refunds: what the books then are is exact, whoever decides what returned money was for. */
export const receiptBounds: Bounds = { ...wideBounds, panelRefunds: 0, disputes: 0, requests: 0, crashes: 0 }

import { type Bounds, instalmentAmount } from './world.ts'

/** Deviations from the right amount: none, one centavo short, five reais over. */
const amounts = [0, -1, 500]

/** Bounds that `npm test` explores, in a second or two each: two responses in flight, or any amount and any request. */
export const smallBounds: Bounds = {
  pays: 2,
  cancels: 0,
  fetches: 2,
  panelRefunds: 1,
  disputes: 0,
  requests: 1,
  crashes: 1,
  sweeps: 0,
  amounts: [0],
  paymentsPerCharge: 2,
  deliveries: 2,
  requestKinds: ['whole'],
}
export const otherSmallBounds: Bounds = {
  ...smallBounds,
  fetches: 1,
  amounts,
  requestKinds: ['whole', 'part'],
}

/** Bounds in which a bank takes money and returns it, beside refunds in the panel and our own. */
export const disputeBounds: Bounds = { ...smallBounds, pays: 1, fetches: 1, disputes: 3 }

/** Bounds that `npm run model` explores: two charges, three responses in flight, two refunds, a crash. */
export const largeBounds: Bounds = {
  pays: 2,
  cancels: 0,
  fetches: 3,
  panelRefunds: 1,
  disputes: 0,
  requests: 1,
  crashes: 1,
  sweeps: 0,
  amounts: [0, -1],
  paymentsPerCharge: 2,
  deliveries: 2,
  requestKinds: ['whole', 'part'],
}

/** Bounds too wide to explore, which are sampled instead: everything may happen, twice or more. */
export const wideBounds: Bounds = {
  pays: 4,
  cancels: 2,
  fetches: 6,
  panelRefunds: 3,
  disputes: 3,
  requests: 3,
  crashes: 2,
  sweeps: 2,
  amounts: [...amounts, instalmentAmount, -instalmentAmount / 2],
  paymentsPerCharge: 2,
  deliveries: 2,
  requestKinds: ['whole', 'part'],
}

/**
 * The same bounds without refunds. The resulting books are exact, because they do not depend on who decides what returned money
 * was for.
 */
export const boundsWithoutRefunds: Bounds = {
  ...wideBounds,
  panelRefunds: 0,
  disputes: 0,
  requests: 0,
  crashes: 0,
}

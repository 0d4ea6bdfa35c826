import type { Provider } from './provider.ts'

/** What really happened to the money, from the simulator's ground truth, which its faults do not affect. */
export interface GroundTruth {
  payments: readonly ActualPayment[]
  notices: readonly ActualNotice[]
}

/** Centavos. */
export interface ActualPayment {
  id: string
  reference: string | null
  /** The provider's status. */
  status: string
  /** 0 when it was never approved. */
  received: number
  /** Refunded by us or on the provider's dashboard. */
  refunded: number
  chargedBack: number
  fee: number
  /** The product's key; null for unsolicited payments and for cards. */
  idempotencyKey: string | null
}

interface ActualNotice {
  requestId: string
  /** `delivered`: the product answered 200. */
  state: string
  isForged: boolean
  /** The last one is what the product answered. An altered notice says something else than the provider meant. */
  attempts: readonly { altered?: boolean }[]
}

/** Reads all payments and notices. */
export async function readGroundTruth(provider: Provider): Promise<GroundTruth> {
  const { payments } = (await provider.get('/sim/truth.json')) as { payments: PaymentRow[] }
  const shown = (await provider.get('/sim/payments')) as { deliveries: ActualNotice[] }[]
  return { payments: payments.map(read), notices: shown.flatMap(({ deliveries }) => deliveries) }
}

interface PaymentRow {
  id: number
  external_reference: string | null
  status: string
  amount: number
  refunded: number
  fee: number
  approved_at: string | null
  idempotency_key: string | null
}

function read(row: PaymentRow): ActualPayment {
  const received = row.approved_at === null ? 0 : row.amount
  return {
    id: String(row.id),
    reference: row.external_reference,
    status: row.status,
    received,
    refunded: row.refunded,
    chargedBack: row.status === 'charged_back' ? received - row.refunded : 0,
    fee: row.approved_at === null ? 0 : row.fee,
    idempotencyKey: row.idempotency_key,
  }
}

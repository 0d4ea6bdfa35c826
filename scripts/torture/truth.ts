import type { Provider } from './provider.ts'

/** What has really happened to money, by the simulator's own account, whatever its faults made its API say. */
export interface Truth {
  payments: readonly TruePayment[]
  notices: readonly TrueNotice[]
}

/** Centavos. */
export interface TruePayment {
  id: string
  reference: string | null
  /** The provider's word. */
  status: string
  /** 0 for one never approved. */
  received: number
  /** Given back, by whomever. */
  refunded: number
  /** Taken back by a bank. */
  takenBack: number
  fee: number
  /** Under which the product asked for it; absent for money nobody asked for, and for cards. */
  idempotencyKey: string | null
}

interface TrueNotice {
  requestId: string
  /** `delivered`: answered with 200. */
  state: string
  isForged: boolean
}

/** Reads it whole. */
export async function truthOf(provider: Provider): Promise<Truth> {
  const { payments } = (await provider.get('/sim/truth.json')) as { payments: Told[] }
  const shown = (await provider.get('/sim/payments')) as { deliveries: TrueNotice[] }[]
  return { payments: payments.map(read), notices: shown.flatMap(({ deliveries }) => deliveries) }
}

interface Told {
  id: number
  external_reference: string | null
  status: string
  amount: number
  refunded: number
  fee: number
  approved_at: string | null
  idempotency_key: string | null
}

function read(told: Told): TruePayment {
  const received = told.approved_at === null ? 0 : told.amount
  return {
    id: String(told.id),
    reference: told.external_reference,
    status: told.status,
    received,
    refunded: told.refunded,
    takenBack: told.status === 'charged_back' ? received - told.refunded : 0,
    fee: told.approved_at === null ? 0 : told.fee,
    idempotencyKey: told.idempotency_key,
  }
}

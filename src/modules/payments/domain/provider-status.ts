import type { ManualStatus } from './manual-payment.ts'

/**
 * Statuses of a payment as the providers name them, as far as their adapters map them: the desk has words for each. An unknown one is
 * shown as it is.
 */
export type ProviderStatus = MercadoPagoStatus | ApiPixStatus | ManualStatus

export type MercadoPagoStatus =
  | 'pending'
  | 'in_process'
  | 'authorized'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

/** Those of a charge, and `DEVOLVIDO` for a Pix of which a part was returned. */
export type ApiPixStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'DEVOLVIDO'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'

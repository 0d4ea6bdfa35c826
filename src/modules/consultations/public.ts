import type { ConsultationId } from '../catalogue/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'

export { declaration } from './domain/declaration.ts'

/** A look-up as its private page shows it. */
export interface ConsultationView {
  id: string
  kind: ConsultationId
  status: ConsultationStatus
  /** Masked: '***.982.247-**'. */
  cpf: string
  chargeId: string | undefined
  /** The buyer's account; undefined for a guest. */
  userId: string | undefined
  createdAt: Date
  paidAt: Date | undefined
  promisedAt: Date | undefined
}

import type { ConsultationId } from '../catalogue/public.ts'
import type { ConsultationStatus } from './domain/consultation.ts'

export { declaration } from './domain/declaration.ts'

/** A look-up as the holder of its link sees it. */
export interface ConsultationView {
  id: string
  kind: ConsultationId
  status: ConsultationStatus
  /** Concealed: '***.982.247-**'. */
  cpf: string
  chargeId: string | undefined
  /** Whose account it belongs to; undefined for a guest. */
  userId: string | undefined
  createdAt: Date
  paidAt: Date | undefined
  promisedAt: Date | undefined
}

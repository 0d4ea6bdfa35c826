import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'

/** A request for a vehicle financing proposal. */
export interface VehicleProposal {
  name: string
  birthDate: IsoDate
  /** E.164. */
  phone: string
  email: string
  /** Monthly income, centavos. */
  income: Centavos
  vehicleBrand: string
  vehicleModel: string
  vehicleYear: string
  /** Centavos. */
  vehicleValue: Centavos
}

/** Maximum length of the answer to a proposal: a longer text belongs in a document. */
export const MAX_PROPOSAL_ANSWER_LENGTH = 4_000

import type { Service, ServiceId } from './domain/service.ts'
import { bacenClean } from './services/bacen-clean.ts'
import { cleanName } from './services/clean-name.ts'
import { cnhRehabilitation } from './services/cnh-rehabilitation.ts'
import { contractReview } from './services/contract-review.ts'
import { creditRating } from './services/credit-rating.ts'
import { creditViability } from './services/credit-viability.ts'
import { federalTaxSolution } from './services/federal-tax-solution.ts'
import { homeFinancing } from './services/home-financing.ts'
import { serasaScore } from './services/serasa-score.ts'
import { trafficFines } from './services/traffic-fines.ts'
import { vehicleFinancing } from './services/vehicle-financing.ts'

/** Every service by its id, in the order of the catalogue, after the card of the look-ups. */
const byId: Readonly<Record<ServiceId, Service>> = {
  'clean-name': cleanName,
  'credit-rating': creditRating,
  'bacen-clean': bacenClean,
  'serasa-score': serasaScore,
  'credit-viability': creditViability,
  'cnh-rehabilitation': cnhRehabilitation,
  'traffic-fines': trafficFines,
  'contract-review': contractReview,
  'federal-tax-solution': federalTaxSolution,
  'vehicle-financing': vehicleFinancing,
  'home-financing': homeFinancing,
}

export const releaseServices: readonly Service[] = Object.values(byId)

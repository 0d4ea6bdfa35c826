export {
  type Days,
  type Period,
  type PeriodName,
  periodOf,
  type Unit,
} from './domain/period.ts'
export { changePercent, type Kept, keptPercent, percentOf } from './domain/shares.ts'
export type { VisitStep } from './domain/visit.ts'

/**
 * The catalogue: the one source of every price, plan, promise and number on a page. Pure data and
 * pure decisions, safe in a browser; a server enters by this door as well.
 */

export type { Cadence, PaymentMethod } from '../../core/payment-terms.ts'
export { catalogueChanged, catalogueVersion } from './changed.ts'
export * from './claims.ts'
export * from './consultations.ts'
export {
  type Difference,
  differenceToCash,
  type ImpliedRate,
  impliedRate,
  type PlanCost,
  planCost,
} from './domain/cost.ts'
export { firstContact } from './domain/first-contact.ts'
export { howToPay, paymentTypeText } from './domain/payment-text.ts'
export {
  MAX_INSTALMENTS,
  type PaymentTextRefusal,
  parsePaymentTerms,
  parsePaymentText,
} from './domain/payment-text-parser.ts'
export {
  AGREED_PLAN_ID,
  agreedPlan,
  type PaymentTerms,
  type Plan,
  planTotal,
  type VariantId,
} from './domain/plan.ts'
export { type ScheduledPayment, schedule, scheduledPaymentLabel } from './domain/schedule.ts'
export {
  DEFAULT_DEADLINE,
  DEFAULT_STEPS,
  type Deadline,
  type DeliveryPromise,
  deliveryDate,
  type Section,
  type Service,
  type ServiceId,
  type ServiceKind,
  type Step,
  type Variant,
} from './domain/service.ts'
export * from './services.ts'

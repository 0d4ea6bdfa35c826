/**
 * The catalogue: the single source of all prices, plans, deadlines and figures. Pure data and pure functions, safe in a
 * browser; the server uses this entry point as well. It returns what is in force now (docs/decisions/0047).
 */

export { catalogueChanged, catalogueVersion } from './changed.ts'
export * from './claims.ts'
export * from './consultations.ts'
export type { Catalogue } from './domain/catalogue.ts'
export {
  type ContentProblem,
  contentLimits,
  type ProblemCode,
  problemsOf,
} from './domain/check-content.ts'
export { forbiddenWords, textsIn } from './domain/check-words.ts'
export { type ProofProblem, proofProblem } from './domain/claim.ts'
export { type Consultation, type ConsultationId, consultationIds } from './domain/consultation.ts'
export {
  byKind,
  type ClaimContent,
  COMPANY_SUBJECT,
  type CompanyContent,
  type Content,
  contentIn,
  type LookupContent,
  lookupWith,
  type MessageTextsContent,
  type PageContent,
  type PlansContent,
  partsOf,
  type ReminderContent,
  type ServiceContent,
  type StepsContent,
  type Subject,
  type SubjectKind,
  subjectKinds,
  type TestimonialContent,
} from './domain/contents.ts'
export {
  differenceToCash,
  type PlanCost,
  planCost,
  priceMark,
  priceTag,
} from './domain/cost.ts'
export { type DueDayChoice, dueDayChoices, firstDueDate } from './domain/due-day.ts'
export { firstContact } from './domain/first-contact.ts'
export { type Message, messageId, messagesOf } from './domain/message.ts'
export {
  countQuestions,
  MAX_QUESTIONS,
  type Page,
  type PageTexts,
  questionAt,
  questionLists,
} from './domain/page.ts'
export { howToPay, paymentTypeText, planHeadline } from './domain/payment-text.ts'
export {
  MAX_INSTALMENTS,
  type PaymentTextRefusal,
  parsePaymentTerms,
  statesEntry,
} from './domain/payment-text-parser.ts'
export {
  AGREED_PLAN_ID,
  agreedPlan,
  type PaymentTerms,
  type Plan,
  planTotal,
  type VariantId,
  variantIds,
} from './domain/plan.ts'
export { type PlanRow, type PlanRowRefusal, readPlanRows, rowOf } from './domain/plan-rows.ts'
export { reminderNames } from './domain/reminder.ts'
export { type ScheduledPayment, schedule, scheduledPaymentLabel } from './domain/schedule.ts'
export {
  DEFAULT_DEADLINE,
  type Deadline,
  deliveryDate,
  type Service,
  type ServiceId,
  type Step,
} from './domain/service.ts'
export { catalogue, readCatalogueFrom } from './in-force.ts'
export { release } from './release.ts'
export * from './services.ts'

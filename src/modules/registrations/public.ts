export { type PersonType, personTypes } from '../../core/person-type.ts'
export { companyRules, type FieldRule, individualRules, isIncome } from './domain/field-rules.ts'
export type { CompanyData, IndividualData, Registration } from './domain/registration.ts'

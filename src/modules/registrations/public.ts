export { type PersonType, personTypes } from '../../core/person-type.ts'
export type { CompanyData, IndividualData, Registration } from './domain/registration.ts'
export { checkRegistration } from './domain/registration.ts'

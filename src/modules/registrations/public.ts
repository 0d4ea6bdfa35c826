export type { CompanyData, IndividualData, PersonType, Registration } from './domain/registration.ts'
export { checkRegistration } from './domain/registration.ts'

export { may, type Right, rights, teamRoles } from './domain/rights.ts'

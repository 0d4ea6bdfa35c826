/** Pessoa física or pessoa jurídica. */
export const accountTypes = ['pessoal', 'empresa'] as const
export type AccountType = (typeof accountTypes)[number]

/** Everybody but customers is of the team; what each of them may do is in src/modules/team/domain/rights.ts. */
export const roles = ['customer', 'support', 'finance', 'staff', 'owner'] as const
export type Role = (typeof roles)[number]

/** The user's name, document and telephone (specification, section 3: profiles). Strings may be empty. */
export interface Profile {
  nome: string
  /** CPF (11 digits) or CNPJ (14 characters). */
  documento: string
  /** E.164 where it is a known Brazilian number. */
  telefone: string
  tipoConta: AccountType
}

/** The signed-in user, as pages see it. */
export interface Viewer extends Omit<Profile, 'documento'> {
  id: string
  /** The CPF or CNPJ, opened with each call; few pages ask for it. */
  documento(): string
  email: string
  role: Role
}

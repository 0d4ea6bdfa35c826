import type { Role } from '../../../core/roles.ts'

/** Pessoa física or pessoa jurídica. */
export const accountTypes = ['pessoal', 'empresa'] as const
export type AccountType = (typeof accountTypes)[number]

/** The user's name, document and telephone (specification, section 3: profiles). Strings may be empty. */
export interface Profile {
  nome: string
  /** CPF (11 digits) or CNPJ (14 characters). */
  documento: string
  /** E.164 for a known Brazilian number. */
  telefone: string
  tipoConta: AccountType
}

/** The signed-in user, as provided to pages. */
export interface Viewer extends Omit<Profile, 'documento'> {
  id: string
  /** The CPF or CNPJ, decrypted on each call, because few pages need it. */
  documento(): string
  email: string
  role: Role
}

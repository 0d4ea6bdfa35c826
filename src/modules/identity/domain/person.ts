/** Pessoa física or pessoa jurídica. */
export const accountTypes = ['pessoal', 'empresa'] as const
export type AccountType = (typeof accountTypes)[number]

/** `staff` uses the back office under /painel; `owner` also grants roles. */
export const roles = ['customer', 'staff', 'owner'] as const
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
export interface Viewer extends Profile {
  id: string
  email: string
  role: Role
}

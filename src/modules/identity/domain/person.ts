/** Pessoa física or pessoa jurídica. */
export const accountTypes = ['pessoal', 'empresa'] as const
export type AccountType = (typeof accountTypes)[number]

/** `staff` works at the desk under /painel; `owner` also decides who is staff. */
export const roles = ['customer', 'staff', 'owner'] as const
export type Role = (typeof roles)[number]

/** Name, document and telephone of a person (specification, section 3: profiles). Texts may be empty. */
export interface Profile {
  nome: string
  /** CPF (11 digits) or CNPJ (14 characters). */
  documento: string
  /** E.164 where it is a known Brazilian number. */
  telefone: string
  tipoConta: AccountType
}

/** What a page may know of the person who is signed in. */
export interface Viewer extends Profile {
  id: string
  email: string
  role: Role
}

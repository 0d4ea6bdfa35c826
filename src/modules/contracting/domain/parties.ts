/** How long the name of who contracts may be, in characters. */
export const PARTY_NAME_LENGTH = { min: 2, max: 120 } as const

export interface ContractParty {
  name: string
  /** Eleven digits. */
  cpf: string
  /** E.164. */
  phone: string
}

/** The contracted party: the company that runs the product. */
export interface ContractCompany {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
}

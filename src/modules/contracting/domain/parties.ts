export interface ContractParty {
  name: string
  /** Eleven digits. */
  cpf: string
  /** E.164. */
  phone: string
}

/** The service provider: the company that runs the product. */
export interface ContractCompany {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. */
  phone: string
  email: string
}

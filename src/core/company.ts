import { keysOf } from './records.ts'

/** The company that runs the shop: shown on every page (Decreto 7.962, art. 2), in the contract, on every charge (CDC 42-A). */
export interface Company {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164; also the WhatsApp number. */
  phone: string
  email: string
  instagram: string
  pixKey: string
  lawyer: string
  dpoEmail: string
}

/** Obviously fictitious: the default of an unconfigured installation. Production refuses to start with it. */
export const exampleCompany: Company = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000',
  phone: '+5548999990000',
  email: 'contato@exemplo.com.br',
  instagram: 'https://www.instagram.com/exemplo',
  pixKey: 'financeiro@exemplo.com.br',
  lawyer: 'Advogada Exemplo, OAB/SC 00.000',
  dpoEmail: 'privacidade@exemplo.com.br',
}

/** The company fields that still have the fictitious example values. */
export function fictitiousParts(company: Company): (keyof Company)[] {
  return keysOf(exampleCompany).filter((part) => company[part] === exampleCompany[part])
}

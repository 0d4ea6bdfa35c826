import { z } from 'zod'
import { formatCnpj, isCnpj } from '../../core/cnpj.ts'

/** A missing or blank variable defaults to an obviously fictitious value. */
const defaultTo = <T extends z.ZodType>(fictitious: string, schema: T) =>
  z.preprocess((value) => (value === undefined || value === '' ? fictitious : value), schema)

/**
 * The company that runs this software: shown on every page (Decreto 7.962, art. 2), in the contract and on every
 * charge (CDC 42-A). The defaults are fictitious; production refuses to start with them.
 */
export const companySchema = z.object({
  COMPANY_LEGAL_NAME: defaultTo('Empresa Exemplo Ltda', z.string().min(2)),
  COMPANY_CNPJ: defaultTo(
    '12.ABC.345/01DE-35',
    z.string().refine(isCnpj, 'não é um CNPJ válido').transform(formatCnpj),
  ),
  COMPANY_ADDRESS: defaultTo(
    'Rua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000',
    z.string().min(5),
  ),
  COMPANY_PHONE: defaultTo(
    '+5548999990000',
    z.string().regex(/^\+55\d{10,11}$/, 'use a forma +5548999990000'),
  ),
  COMPANY_EMAIL: defaultTo('contato@exemplo.com.br', z.email()),
  COMPANY_INSTAGRAM: defaultTo('https://www.instagram.com/exemplo', z.url({ protocol: /^https$/ })),
  COMPANY_PIX_KEY: defaultTo('financeiro@exemplo.com.br', z.string().min(5)),
  COMPANY_LAWYER: defaultTo('Advogada Exemplo, OAB/SC 00.000', z.string().min(2)),
  COMPANY_DPO_EMAIL: defaultTo('privacidade@exemplo.com.br', z.email()),
})

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

const fictitious = companySchema.parse({})

export function companyOf(env: z.infer<typeof companySchema>): Company {
  return {
    legalName: env.COMPANY_LEGAL_NAME,
    cnpj: env.COMPANY_CNPJ,
    address: env.COMPANY_ADDRESS,
    phone: env.COMPANY_PHONE,
    email: env.COMPANY_EMAIL,
    instagram: env.COMPANY_INSTAGRAM,
    pixKey: env.COMPANY_PIX_KEY,
    lawyer: env.COMPANY_LAWYER,
    dpoEmail: env.COMPANY_DPO_EMAIL,
  }
}

const example = companyOf(fictitious)

/** What of a company is still the fictitious default. */
export function fictitiousParts(company: Company): (keyof Company)[] {
  return (Object.keys(example) as (keyof Company)[]).filter((part) => company[part] === example[part])
}

/** Names of the variables that still have their fictitious default. */
export function fictitiousCompanyVariables(env: z.infer<typeof companySchema>): string[] {
  return Object.entries(fictitious)
    .filter(([name, value]) => env[name as keyof typeof env] === value)
    .map(([name]) => name)
}

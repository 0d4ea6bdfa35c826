import { z } from 'zod'

/**
 * The company that runs this software: shown on every page (Decreto 7.962, art. 2), in the contract and on every
 * charge (CDC 42-A). The defaults are plainly fictitious; production refuses to start with them.
 */
export const companySchema = z.object({
  COMPANY_LEGAL_NAME: z.string().min(2).default('Empresa Exemplo Ltda'),
  COMPANY_CNPJ: z.string().min(14).default('12.ABC.345/01DE-35'),
  COMPANY_ADDRESS: z.string().min(5).default('Rua do Exemplo, 100, Centro, Florianópolis/SC, CEP 88000-000'),
  COMPANY_PHONE: z
    .string()
    .regex(/^\+55\d{10,11}$/, 'use the form +5548999990000')
    .default('+5548999990000'),
  COMPANY_EMAIL: z.email().default('contato@exemplo.com.br'),
  COMPANY_INSTAGRAM: z.url().default('https://www.instagram.com/exemplo'),
  COMPANY_PIX_KEY: z.string().min(5).default('financeiro@exemplo.com.br'),
  COMPANY_LAWYER: z.string().min(2).default('Advogada Exemplo, OAB/SC 00.000'),
  COMPANY_DPO_EMAIL: z.email().default('privacidade@exemplo.com.br'),
})

export interface Company {
  legalName: string
  /** Formatted. */
  cnpj: string
  address: string
  /** E.164. WhatsApp answers on the same number. */
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

/** Names of the variables that still hold the fictitious identity. */
export function fictitiousCompanyVariables(env: z.infer<typeof companySchema>): string[] {
  return Object.entries(fictitious)
    .filter(([name, value]) => env[name as keyof typeof env] === value)
    .map(([name]) => name)
}

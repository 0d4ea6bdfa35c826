import { z } from 'zod'
import { formatCnpj, isCnpj } from '../../core/cnpj.ts'
import { type Company, exampleCompany as example } from '../../core/company.ts'
import { blankIsUnset } from './blank.ts'

/** A missing or blank variable defaults to an obviously fictitious value. */
const defaultTo = <T extends z.ZodType>(fictitious: string, schema: T) =>
  z.preprocess((value) => blankIsUnset(value) ?? fictitious, schema)

/**
 * Company data as configured for the installation. The back office may publish other values over it, which are in the catalogue
 * (docs/decisions/0047).
 */
export const companySchema = z.object({
  COMPANY_LEGAL_NAME: defaultTo(example.legalName, z.string().min(2)),
  COMPANY_CNPJ: defaultTo(
    example.cnpj,
    z.string().refine(isCnpj, 'não é um CNPJ válido').transform(formatCnpj),
  ),
  COMPANY_ADDRESS: defaultTo(example.address, z.string().min(5)),
  COMPANY_PHONE: defaultTo(example.phone, z.string().regex(/^\+55\d{10,11}$/, 'use a forma +5548999990000')),
  COMPANY_EMAIL: defaultTo(example.email, z.email()),
  COMPANY_INSTAGRAM: defaultTo(example.instagram, z.url({ protocol: /^https$/ })),
  COMPANY_PIX_KEY: defaultTo(example.pixKey, z.string().min(5)),
  COMPANY_LAWYER: defaultTo(example.lawyer, z.string().min(2)),
  COMPANY_DPO_EMAIL: defaultTo(example.dpoEmail, z.email()),
})

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

/** Returns the names of the variables that still have their fictitious default. */
export function fictitiousCompanyVariables(env: z.infer<typeof companySchema>): string[] {
  return Object.entries(fictitious)
    .filter(([name, value]) => env[name as keyof typeof env] === value)
    .map(([name]) => name)
}

import { createContext, useContext } from 'react'
import type { Company } from '../../core/company.ts'

/** Set by the root layout, and by a page that React hydrates. */
export const CompanyContext = createContext<Company | undefined>(undefined)

/** Returns the company's data. */
export function useCompany(): Company {
  const company = useContext(CompanyContext)
  if (!company) throw new Error('rendered outside the root layout')
  return company
}

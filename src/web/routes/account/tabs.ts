import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'
import { paths, searchOf } from '../../paths.ts'

/** The tabs of 'Minha Conta', by the value of `?aba=`; the first has no value. */
export const accountTabs = ['dados', 'cadastro', 'trocar-senha'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The address of a tab; 'Meus Dados' is the page's own. */
export function hrefOf(tab: AccountTab): string {
  return paths.account(tab === 'dados' ? {} : { aba: tab })
}

/** The tab an address asks for; anything unknown is 'Meus Dados'. */
export function tabOf(request: Request): AccountTab {
  const asked = searchOf('account', request).get('aba')
  return accountTabs.find((tab) => tab === asked) ?? 'dados'
}

/** The kind of person whose registration or documents an address is about. */
export function personTypeOf(request: Request): PersonType | undefined {
  const asked = searchOf('documents', request).get('tipo')
  return personTypes.find((type) => type === asked)
}

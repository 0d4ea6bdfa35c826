import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'
import { paths, searchOf } from '../../paths.ts'

/** The tabs of 'Minha Conta', by the value of `?aba=`; the first has no value. */
export const accountTabs = ['dados', 'cadastro', 'trocar-senha'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The URL of a tab; 'Meus Dados' has no `?aba=`. */
export function hrefOf(tab: AccountTab): string {
  return paths.account(tab === 'dados' ? {} : { aba: tab })
}

/** The tab of a URL; 'Meus Dados' for an unknown value. */
export function tabOf(here: { url: string }): AccountTab {
  const requested = searchOf('account', here).get('aba')
  return accountTabs.find((tab) => tab === requested) ?? 'dados'
}

/** The person type in a URL (`?tipo=`), if it has a valid one. */
export function personTypeOf(here: { url: string }): PersonType | undefined {
  const requested = searchOf('documents', here).get('tipo')
  return personTypes.find((type) => type === requested)
}

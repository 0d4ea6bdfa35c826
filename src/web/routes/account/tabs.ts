import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'
import { paths, searchOf } from '../../paths.ts'

/** Tabs of 'Minha Conta', by the value of `?aba=`; the first has no value. */
export const accountTabs = ['dados', 'cadastro', 'trocar-senha'] as const
export type AccountTab = (typeof accountTabs)[number]

/** Returns the URL of a tab; 'Meus Dados' has no `?aba=`. */
export function hrefOf(tab: AccountTab): string {
  return paths.account(tab === 'dados' ? {} : { aba: tab })
}

/** Returns the tab of a URL; 'Meus Dados' for an unknown value. */
export function tabOf(here: { url: string }): AccountTab {
  const requested = searchOf('account', here).get('aba')
  return accountTabs.find((tab) => tab === requested) ?? 'dados'
}

/** Returns the person type in a URL (`?tipo=`), if it has a valid one. */
export function personTypeOf(here: { url: string }): PersonType | undefined {
  const requested = searchOf('documents', here).get('tipo')
  return personTypes.find((type) => type === requested)
}

import type { PersonType } from '../../../modules/registrations/public.ts'
import { paths, searchOf } from '../../paths.ts'

export type AccountTab = 'dados' | 'cadastro' | 'trocar-senha'

/** The address of a tab; 'Meus Dados' is the page's own. */
export function hrefOf(tab: AccountTab): string {
  return paths.account(tab === 'dados' ? {} : { aba: tab })
}

/** The tab an address asks for; anything unknown is 'Meus Dados'. */
export function tabOf(request: Request): AccountTab {
  const asked = searchOf('account', request).get('aba')
  return asked === 'cadastro' || asked === 'trocar-senha' ? asked : 'dados'
}

/** The kind of person whose registration or documents an address is about. */
export function personTypeOf(request: Request): PersonType | undefined {
  const asked = searchOf('documents', request).get('tipo')
  return asked === 'fisica' || asked === 'juridica' ? asked : undefined
}

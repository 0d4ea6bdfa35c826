import { type PersonType, personTypes } from '../../../modules/registrations/public.ts'

/** The tabs of 'Minha Conta', by the value of `?aba=`; the first has no value. */
export const accountTabs = ['dados', 'cadastro', 'trocar-senha'] as const
export type AccountTab = (typeof accountTabs)[number]

/** The address of a view of 'Minha Conta'. `remover` asks whether to remove that document. */
export function accountPath({
  aba = 'dados',
  tipo,
  remover,
}: {
  aba?: AccountTab
  tipo?: PersonType
  remover?: string
} = {}): string {
  const search = new URLSearchParams()
  if (aba !== 'dados') search.set('aba', aba)
  if (tipo) search.set('tipo', tipo)
  if (remover) search.set('remover', remover)
  const query = search.size > 0 ? `?${search}` : ''
  return `/account${query}${remover ? '#documentos' : ''}`
}

const documentsPath = '/account/documentos'

/** Where a form sends documents of a kind. */
export function uploadPath(tipo: PersonType): string {
  return `${documentsPath}?tipo=${tipo}`
}

export function documentPath(id: string): string {
  return `${documentsPath}/${id}`
}

/** Where the removal of a document is confirmed; `tipo` is the view to come back to. */
export function removePath(id: string, tipo: PersonType): string {
  return `${documentsPath}/${id}/remover?tipo=${tipo}`
}

/** The view an address asks for; anything unknown is 'Meus Dados'. */
export function tabOf(search: URLSearchParams): AccountTab {
  return accountTabs.find((tab) => tab === search.get('aba')) ?? 'dados'
}

export function personTypeOf(search: URLSearchParams): PersonType | undefined {
  return personTypes.find((type) => type === search.get('tipo'))
}

/** The tabs of /auth, by the value of `?aba=`; the first has no value. */
export const tabs = ['entrar', 'criar-conta', 'esqueci-senha', 'trocar-senha'] as const
export type Tab = (typeof tabs)[number]

export function tabOf(search: URLSearchParams): Tab {
  return tabs.find((tab) => tab === search.get('aba')) ?? 'entrar'
}

export function hrefOf(tab: Tab): string {
  return tab === 'entrar' ? '/auth' : `/auth?aba=${tab}`
}

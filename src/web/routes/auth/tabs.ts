import { paths, searchOf } from '../../paths.ts'
/** Tabs of /auth, by the value of `?aba=`; the first has no value. */
export const tabs = ['entrar', 'criar-conta', 'esqueci-senha', 'trocar-senha'] as const
export type Tab = (typeof tabs)[number]

export function tabOf(request: Request): Tab {
  const requested = searchOf('auth', request).get('aba')
  return tabs.find((tab) => tab === requested) ?? 'entrar'
}

export function hrefOf(tab: Tab): string {
  return paths.auth(tab === 'entrar' ? {} : { aba: tab })
}

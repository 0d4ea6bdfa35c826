import type { ReactNode } from 'react'

/** Long text: policies, terms, a contract. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="prose">{children}</div>
}

import type { ReactNode } from 'react'
import { Horizon } from './horizon.tsx'

/** Page shown before the desk: the second factor or an invitation. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <header className="desk-door-head">
        <Horizon />
        Recomeço
      </header>
      <main className="desk-door" id="conteudo" tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  )
}

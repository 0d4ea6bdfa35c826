import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page's frame without menu and footer: where the shop's data could not be read, or its pages are not for who sees this. */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="top">
        <div className="wrap top-row">
          <Logo />
        </div>
      </header>
      <main id="conteudo" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

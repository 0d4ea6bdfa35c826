import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/**
 * A page's frame without menu and footer: used if the shop's data could not be read, or if its pages are not for this viewer.
 *
 * @param leadsHome whether the logo is a link
 */
export function BareShell({ leadsHome = true, children }: { leadsHome?: boolean; children: ReactNode }) {
  return (
    <>
      <header className="top">
        <div className="wrap top-row">
          <Logo isLink={leadsHome} />
        </div>
      </header>
      <main id="conteudo" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

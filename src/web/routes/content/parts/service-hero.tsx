import type { ReactNode } from 'react'

interface OpeningProps {
  eyebrow: string
  title: string
  lead: string
  /** At the right on a wide screen, below the text on a phone. */
  drawing: ReactNode
  /** Links and buttons. */
  children?: ReactNode
}

/** The header of a service page with a drawing. */
export function Opening({ eyebrow, title, lead, drawing, children }: OpeningProps) {
  return (
    <header className="page-head wrap opening">
      <div>
        <p className="eyebrow">{eyebrow}</p>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {children && <div className="actions">{children}</div>}
      </div>
      {drawing}
    </header>
  )
}

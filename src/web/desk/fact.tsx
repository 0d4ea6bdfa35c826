import type { ReactNode } from 'react'

/** A term and its value in `desk-facts`; renders nothing when the value is empty. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (children === undefined || children === null || children === '' || children === false) return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

import type { ReactNode } from 'react'

/** A key, where it acts. Screen readers are told by `aria-keyshortcuts` on the control instead. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <span className="desk-key" aria-hidden="true">
      {children}
    </span>
  )
}

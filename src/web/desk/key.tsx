import type { ReactNode } from 'react'

/** Keyboard hint beside its control. Screen readers get `aria-keyshortcuts` on the control instead. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <span className="desk-key" aria-hidden="true">
      {children}
    </span>
  )
}

import type { ReactNode } from 'react'

interface CalloutProps {
  /** `now`: something is waiting for the user. */
  tone?: 'neutral' | 'now' | 'success' | 'destructive'
  title?: string
  children?: ReactNode
  /** Announced by screen readers: the response to a user's action. */
  live?: boolean
}

/** A highlighted text inside the page. */
export function Callout({ tone = 'neutral', title, children, live }: CalloutProps) {
  const role = live ? (tone === 'destructive' ? 'alert' : 'status') : undefined
  return (
    <div className={`callout callout-${tone}`} role={role}>
      {title && <b>{title}</b>}
      {children && <div>{children}</div>}
    </div>
  )
}

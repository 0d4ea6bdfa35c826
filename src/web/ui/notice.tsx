import type { ReactNode } from 'react'

interface NoticeProps {
  /** `now`: something is waiting for the user. */
  tone?: 'neutral' | 'now' | 'success' | 'destructive'
  title?: string
  children?: ReactNode
  /** Announced by screen readers: the response to a user's action. */
  live?: boolean
}

/** A highlighted text inside the page. */
export function Notice({ tone = 'neutral', title, children, live }: NoticeProps) {
  const role = live ? (tone === 'destructive' ? 'alert' : 'status') : undefined
  return (
    <div className={`notice notice-${tone}`} role={role}>
      {title && <b>{title}</b>}
      {children && <div>{children}</div>}
    </div>
  )
}

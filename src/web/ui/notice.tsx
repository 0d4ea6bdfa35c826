import type { ReactNode } from 'react'

interface NoticeProps {
  /** `now`: something is waiting for the person. */
  tone?: 'neutral' | 'now' | 'success' | 'destructive'
  title?: string
  children?: ReactNode
  /** Announced when it appears in answer to what the person did. */
  live?: boolean
}

/** A short text set apart, inside the page. */
export function Notice({ tone = 'neutral', title, children, live }: NoticeProps) {
  const role = live ? (tone === 'destructive' ? 'alert' : 'status') : undefined
  return (
    <div className={`notice notice-${tone}`} role={role}>
      {title && <b>{title}</b>}
      {children && <div>{children}</div>}
    </div>
  )
}

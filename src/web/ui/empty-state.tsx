import type { ReactNode } from 'react'

/** Shown in place of an empty list, with the next action. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="state">
      <svg width="72" height="40" viewBox="0 0 72 40" fill="none" aria-hidden="true">
        <path
          d="M22 30a14 14 0 0 1 28 0"
          className="stroke-edge"
          strokeWidth="2"
          strokeDasharray="3 5"
          strokeLinecap="round"
        />
        <path d="M2 35h68" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div className="state-actions">{children}</div>}
    </div>
  )
}

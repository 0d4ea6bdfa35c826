import type { ReactNode } from 'react'

/** `now` is the sun: what is happening or waiting at this moment. */
export type BadgeTone = 'neutral' | 'now' | 'primary' | 'success' | 'destructive' | 'solid'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={tone === 'neutral' ? 'badge' : `badge badge-${tone}`}>{children}</span>
}

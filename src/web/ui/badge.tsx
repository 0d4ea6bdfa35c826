import type { ReactNode } from 'react'

/** `now`, in the sun's colour: happening or waiting now. */
export type BadgeTone = 'neutral' | 'now' | 'primary' | 'success' | 'destructive' | 'solid'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={tone === 'neutral' ? 'badge' : `badge badge-${tone}`}>{children}</span>
}

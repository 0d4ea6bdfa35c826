import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface SectionProps {
  /** Background. Two adjacent sections never share it. */
  band?: 'paper' | 'white' | 'sunk' | 'night'
  tight?: boolean
  title?: ReactNode
  lead?: ReactNode
  id?: string
  children?: ReactNode
}

/** A full-width section of a page. */
export function Section({ band = 'paper', tight, title, lead, id, children }: SectionProps) {
  return (
    <section className={cx('band', band !== 'paper' && `band-${band}`, tight && 'band-tight')} id={id}>
      <div className="wrap">
        {title && <h2>{title}</h2>}
        {lead && <p className="lead mt-4">{lead}</p>}
        {children}
      </div>
    </section>
  )
}

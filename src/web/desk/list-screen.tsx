import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HOUR } from '../../core/durations.ts'
import { cx } from '../ui/cx.ts'
import { ListFilter } from './list-filter.tsx'
import { dayOf } from './moment.ts'
import { timeOf } from './queue/snooze-time.ts'
import { dueWords, timeLeft } from './queue/time-left.ts'

/** List screen: the names of its lists, its rows, and the link to the next rows. */
export function ListScreen({
  id,
  title,
  filter,
  empty,
  more,
  children,
}: {
  /** The id of the heading. */
  id: string
  title: string
  filter: Parameters<typeof ListFilter>[0]
  /** Shown when there are no rows. */
  empty: { title: string; text: string } | undefined
  /** The link to more rows, if any. */
  more: { label: string; to: string } | undefined
  children: ReactNode
}) {
  return (
    <section className="desk-list" aria-labelledby={id}>
      <h1 className="desk-list-title" id={id}>
        {title}
      </h1>
      <ListFilter {...filter} />
      {empty && (
        <div className="desk-empty">
          <h2>{empty.title}</h2>
          <p>{empty.text}</p>
        </div>
      )}
      {children}
      {more && (
        <p className="desk-more-rows">
          <Link to={more.to}>{more.label}</Link>
        </p>
      )}
    </section>
  )
}

/** Time of a row: the remaining time while it is open, afterwards the time when it was closed. */
export function RowClock({
  dueAt,
  closedAt,
  now,
  isOpen,
}: {
  dueAt: Date
  closedAt: Date
  now: Date
  isOpen: boolean
}) {
  const left = dueAt.getTime() - now.getTime()
  return (
    <span className={cx('desk-left', isOpen && (left < 0 ? 'is-bad' : left < HOUR && 'is-warn'))}>
      {isOpen ? timeLeft(dueAt, now) : dayOf(closedAt)}
      <small>{isOpen ? dueWords(dueAt, now) : timeOf(closedAt)}</small>
    </span>
  )
}

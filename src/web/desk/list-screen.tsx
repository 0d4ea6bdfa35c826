import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../ui/cx.ts'
import { ListFilter } from './list-filter.tsx'
import { dayOf } from './moment.ts'
import { timeOf } from './queue/snooze-time.ts'
import { dueWords, timeLeft, urgencyOf } from './queue/time-left.ts'

/** List screen: the names of its lists, the rows of one of them, and the link to the next rows. */
export function ListScreen<List extends string>({
  id,
  copy,
  lists,
  list,
  hrefOf,
  empty,
  next,
  children,
}: {
  /** The id of the heading. */
  id: string
  copy: { title: string; filter: string; lists: Readonly<Record<List, string>>; more: string }
  lists: readonly List[]
  /** The list that is shown. */
  list: List
  /** Returns the address of a list, or of its rows after a place. */
  hrefOf: (list: List, after?: string) => string
  /** Shown when there are no rows. */
  empty: { title: string; text: string } | undefined
  /** The place after which more rows follow, if any. */
  next: string | undefined
  children: ReactNode
}) {
  const items = lists.map((each) => ({
    name: copy.lists[each],
    to: hrefOf(each),
    isCurrent: each === list,
  }))
  return (
    <section className="desk-list" aria-labelledby={id}>
      <h1 className="desk-list-title" id={id}>
        {copy.title}
      </h1>
      <ListFilter label={copy.filter} items={items} />
      {empty && (
        <div className="desk-empty">
          <h2>{empty.title}</h2>
          <p>{empty.text}</p>
        </div>
      )}
      {children}
      {next && (
        <p className="desk-more-rows">
          <Link to={hrefOf(list, next)}>{copy.more}</Link>
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
  return (
    <span className={cx('desk-left', isOpen && urgencyOf(dueAt, now))}>
      {isOpen ? timeLeft(dueAt, now) : dayOf(closedAt)}
      <small>{isOpen ? dueWords(dueAt, now) : timeOf(closedAt)}</small>
    </span>
  )
}

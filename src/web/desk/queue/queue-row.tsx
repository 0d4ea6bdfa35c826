import { Link, useLocation } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { Avatar } from '../avatar.tsx'
import { shortMoment } from '../moment.ts'
import { writeItem } from './item-address.ts'
import type { QueueData } from './queue-screen.tsx'
import { dueWords, timeLeft, urgencyOf } from './time-left.ts'

/** Returns the person and the subject of an obligation; once, if they are the same, as in a conversation. */
function aboutOf({ person, about }: QueueData['items'][number]): string {
  return [...new Set([person, about])].filter(Boolean).join(' · ')
}

/** Row of one obligation in the list: the remaining time, what to do, for whom, and who works on it. */
export function QueueRow({
  item,
  now,
  members,
  isChosen,
}: {
  item: QueueData['items'][number]
  now: Date
  members: QueueData['members']
  isChosen: boolean
}) {
  const location = useLocation()
  const search = new URLSearchParams(location.search)
  search.delete('depois')
  search.set('item', writeItem(item))
  const by = members.find(({ id }) => id === item.claimedBy)?.name
  return (
    <Link
      className="desk-row"
      to={`${paths.desk()}?${search}`}
      aria-current={isChosen ? 'true' : undefined}
      data-row="beside"
      preventScrollReset
    >
      <span className={cx('desk-left', urgencyOf(item.dueAt, now))}>
        {timeLeft(item.dueAt, now)}
        <small>{dueWords(item.dueAt, now)}</small>
      </span>
      <span className="desk-what">
        <b>{copy.kinds[item.kind]}</b>
        <span className="desk-sub">{aboutOf(item)}</span>
        {item.snoozedUntil && item.snoozedUntil > now && (
          <span className="desk-sub">
            {copy.snoozedUntil} {shortMoment(item.snoozedUntil)} · {item.snoozeReason}
          </span>
        )}
      </span>
      <span className="desk-amount">{item.amount === null ? '' : formatBRL(item.amount)}</span>
      <Avatar name={by} label={by ? copy.claimedBy(by) : copy.nobody} />
    </Link>
  )
}

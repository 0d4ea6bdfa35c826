import { Link, useLocation } from 'react-router'
import { formatInstant } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { revisionOf } from '../../../core/obligation.ts'
import { obligationRights } from '../../../modules/backoffice/public.ts'
import { may } from '../../../modules/team/public.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { SelectControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import { Key } from '../key.tsx'
import { Reason } from '../reason.tsx'
import { writeItem } from './item-address.ts'
import { MeetHere } from './meet-here.tsx'
import { placeOf } from './place-of.ts'
import type { QueueData } from './queue-screen.tsx'
import { tomorrowMorning } from './snooze-time.ts'
import { lastMomentOf, timeLeft } from './time-left.ts'

type Item = NonNullable<QueueData['item']>

/** Pane beside the list with one obligation: what it is, where it is met, who works on it, and when. */
export function ObligationPane({
  item,
  now,
  members,
}: {
  item: Item
  now: Date
  members: QueueData['members']
}) {
  const { member } = useFrame()
  // Contains the selected item, so that without scripts it is shown again after the form was sent.
  const here = paths.desk() + useLocation().search
  const fields = { item: writeItem(item), version: item.version }
  const isMine = item.claimedBy === member.id
  const by = members.find(({ id }) => id === item.claimedBy)?.name
  const place = placeOf(item)
  const colleagues = members.filter(
    ({ id, role }) => id !== item.claimedBy && may(role, obligationRights[item.kind]),
  )
  const isLate = item.dueAt < now
  return (
    <aside className="desk-pane" aria-label={copy.kinds[item.kind]}>
      <Link className="desk-back" to={paths.desk()}>
        {copy.close}
      </Link>
      <span className={cx('desk-pill', isLate ? 'is-bad' : 'is-now')}>{timeLeft(item.dueAt, now)}</span>
      <h2 className="desk-title">{copy.kinds[item.kind]}</h2>
      {item.about !== item.person && <p className="desk-hint">{item.about}</p>}
      <dl className="desk-facts">
        <Fact term={copy.person}>{item.person}</Fact>
        <Fact term={copy.amount}>{item.amount !== null && formatBRL(item.amount)}</Fact>
        <Fact term={copy.since}>{formatInstant(item.since)}</Fact>
        <Fact term={copy.due}>{formatInstant(lastMomentOf(item.dueAt))}</Fact>
        <Fact term={copy.with}>{by ?? copy.nobody}</Fact>
        <Fact term={copy.snoozedUntil}>
          {item.snoozedUntil &&
            item.snoozedUntil > now &&
            `${formatInstant(item.snoozedUntil)} · ${item.snoozeReason}`}
        </Fact>
      </dl>
      <div className="desk-acts">
        {place && (
          <Link className="btn btn-primary btn-small" to={place} data-key="enter">
            {copy.open}
          </Link>
        )}
        <DeskForm intent={isMine ? 'release' : 'claim'} action={here} fields={fields}>
          <button className="btn btn-quiet btn-small" type="submit" data-key="a" aria-keyshortcuts="A">
            {isMine ? copy.release : copy.claim} <Key>A</Key>
          </button>
        </DeskForm>
        {item.snoozedUntil && item.snoozedUntil > now && (
          <DeskForm intent="wake" action={here} fields={fields}>
            <button className="btn btn-quiet btn-small" type="submit">
              {copy.wake}
            </button>
          </DeskForm>
        )}
      </div>
      <MeetHere item={item} />
      <details className="desk-do">
        <summary data-key="s">
          {copy.snooze} <Key>S</Key>
        </summary>
        <DeskForm intent="snooze" action={here} fields={{ ...fields, revision: revisionOf(item) }}>
          <label>
            {copy.snoozeUntil}
            <input
              className="control"
              type="datetime-local"
              name="ate"
              required
              defaultValue={tomorrowMorning(now)}
            />
          </label>
          <Reason label={copy.snoozeReason} />
          <button className="btn btn-primary btn-small" type="submit">
            {copy.snooze}
          </button>
        </DeskForm>
      </details>
      {colleagues.length > 0 && (
        <details className="desk-do">
          <summary>{copy.handOver}…</summary>
          <DeskForm intent="hand-over" action={here} fields={fields}>
            <label>
              {copy.handOver}
              <SelectControl name="para">
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectControl>
            </label>
            <button className="btn btn-primary btn-small" type="submit">
              {copy.handOverGo}
            </button>
          </DeskForm>
        </details>
      )}
    </aside>
  )
}

function Fact({ term, children }: { term: string; children: string | false | null }) {
  if (!children) return null
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

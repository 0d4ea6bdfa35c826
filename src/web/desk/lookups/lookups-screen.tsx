import { Link } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import type { LookupList } from '../../../modules/consultations/public.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/lookups.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { ListFilter } from '../list-filter.tsx'
import { dayOf } from '../moment.ts'
import { timeOf } from '../queue/snooze-time.ts'
import { dueWords, timeLeft } from '../queue/time-left.ts'
import { useNow } from '../queue/use-now.ts'
import { LookupPill } from './lookup-pill.tsx'

type LookupsData = ScreenData<typeof loader>

const lists: readonly LookupList[] = ['abertas', 'entregues', 'canceladas']

function hrefOf(list: LookupList, depois?: string): string {
  return paths.deskLookups({ ...(list !== 'abertas' && { ver: list }), ...(depois && { depois }) })
}

/** The paid look-ups, with the clock of each that is not delivered. */
export function LookupsScreen({ data }: { data: LookupsData }) {
  const now = useNow(data.now)
  const { title, text } = copy.empty[data.list]
  return (
    <section className="desk-list" aria-labelledby="consultas">
      <h1 className="desk-list-title" id="consultas">
        {copy.title}
      </h1>
      <ListFilter
        label={copy.filter}
        items={lists.map((list) => ({
          name: copy.lists[list],
          to: hrefOf(list),
          isCurrent: list === data.list,
        }))}
      />
      {data.rows.length === 0 && (
        <div className="desk-empty">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      )}
      {data.rows.map((row) => (
        <LookupLine key={row.id} row={row} now={now} isOpen={data.list === 'abertas'} />
      ))}
      {data.next && (
        <p className="desk-more-rows">
          <Link to={hrefOf(data.list, data.next)}>{copy.more}</Link>
        </p>
      )}
    </section>
  )
}

function LookupLine({ row, now, isOpen }: { row: LookupsData['rows'][number]; now: Date; isOpen: boolean }) {
  const left = row.promisedAt.getTime() - now.getTime()
  const closedAt = row.deliveredAt ?? row.promisedAt
  return (
    <Link className="desk-row is-wide" to={paths.deskLookup(row.id)}>
      <span className={cx('desk-left', isOpen && (left < 0 ? 'is-bad' : left < 3_600_000 && 'is-warn'))}>
        {isOpen ? timeLeft(row.promisedAt, now) : dayOf(closedAt)}
        <small>{isOpen ? dueWords(row.promisedAt, now) : timeOf(closedAt)}</small>
      </span>
      <span className="desk-what">
        <b>{row.title}</b>
        <span className="desk-sub">
          {row.name} · {copy.cpf(row.cpf)}
          {row.isGuest && ` · ${copy.guest}`}
        </span>
      </span>
      <span className="desk-amount">{formatBRL(row.price)}</span>
      <LookupPill row={row} now={now} />
    </Link>
  )
}

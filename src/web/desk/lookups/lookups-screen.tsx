import { Link } from 'react-router'
import { formatBRL } from '../../../core/money.ts'
import { keysOf } from '../../../core/records.ts'
import type { LookupList } from '../../../modules/consultations/public.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/lookups.tsx'
import type { ScreenData } from '../answers.ts'
import { lookupListNames } from '../list-names.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'
import { useNow } from '../queue/use-now.ts'
import { LookupPill } from './lookup-pill.tsx'

type LookupsData = ScreenData<typeof loader>

function hrefOf(list: LookupList, depois?: string): string {
  const ver = lookupListNames[list]
  return paths.deskLookups({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of the paid look-ups, with the remaining time of each that is not delivered. */
export function LookupsScreen({ data }: { data: LookupsData }) {
  const now = useNow(data.now)
  return (
    <ListScreen
      id="consultas"
      {...{ copy, hrefOf }}
      lists={keysOf(lookupListNames)}
      list={data.list}
      empty={data.rows.length === 0 ? copy.empty[data.list] : undefined}
      next={data.next}
    >
      {data.rows.map((row) => (
        <LookupLine key={row.id} row={row} now={now} isOpen={data.list === 'open'} />
      ))}
    </ListScreen>
  )
}

function LookupLine({ row, now, isOpen }: { row: LookupsData['rows'][number]; now: Date; isOpen: boolean }) {
  return (
    <Link className="desk-row is-wide" to={paths.deskLookup(row.id)} data-row>
      <RowClock
        dueAt={row.promisedAt}
        closedAt={row.deliveredAt ?? row.promisedAt}
        now={now}
        isOpen={isOpen}
      />
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

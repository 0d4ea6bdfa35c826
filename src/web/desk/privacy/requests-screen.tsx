import { Link } from 'react-router'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/privacy-requests.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'

const lists = ['open', 'decided'] as const

function hrefOf(list: (typeof lists)[number], depois?: string): string {
  return paths.deskPrivacy({ ...(list === 'decided' && { ver: 'respondidos' }), ...(depois && { depois }) })
}

/** List of the data subject requests. */
export function PrivacyRequestsScreen({ data }: { data: ScreenData<typeof loader> }) {
  return (
    <ListScreen
      id="privacidade"
      {...{ copy, lists, hrefOf }}
      list={data.list}
      empty={data.requests.length === 0 ? copy.empty : undefined}
      next={data.next}
    >
      {data.requests.map(({ id, kind, status, requestedAt, dueAt, decidedAt }) => (
        <Link key={id} className="desk-row is-wide" to={paths.deskPrivacyRequest(id)} data-row>
          <RowClock dueAt={dueAt} closedAt={decidedAt} now={data.now} isOpen={status === 'open'} />
          <span className="desk-what">
            <b>{copy.kinds[kind]}</b>
            <span className="desk-sub">{copy.requestedAt(requestedAt)}</span>
          </span>
          <span className={cx('desk-pill', status === 'open' ? 'is-now' : status === 'done' && 'is-ok')}>
            {copy.statuses[status]}
          </span>
        </Link>
      ))}
    </ListScreen>
  )
}

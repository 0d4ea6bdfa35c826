import { Link } from 'react-router'
import { keysOf } from '../../../core/records.ts'
import type { RequestList } from '../../../modules/privacy/public.ts'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/privacy-requests.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { requestListNames } from '../list-names.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'

function hrefOf(list: RequestList, depois?: string): string {
  const ver = requestListNames[list]
  return paths.deskPrivacy({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of the data subject requests. */
export function PrivacyRequestsScreen({ data }: { data: ScreenData<typeof loader> }) {
  return (
    <ListScreen
      id="privacidade"
      {...{ copy, hrefOf }}
      lists={keysOf(requestListNames)}
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

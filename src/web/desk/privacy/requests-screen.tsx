import { Link } from 'react-router'
import { deskPrivacyCopy as copy } from '../../copy/desk-privacy.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/privacy-requests.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'

const lists = [
  { list: 'open', ver: undefined },
  { list: 'decided', ver: 'respondidos' },
] as const

/** List of the data subject requests. */
export function PrivacyRequestsScreen({ data }: { data: ScreenData<typeof loader> }) {
  const ver = lists.find(({ list }) => list === data.list)?.ver
  const of = ver ? { ver } : {}
  return (
    <ListScreen
      id="privacidade"
      title={copy.title}
      filter={{
        label: copy.filter,
        items: lists.map((each) => ({
          name: copy.lists[each.list],
          to: paths.deskPrivacy(each.ver ? { ver: each.ver } : {}),
          isCurrent: each.list === data.list,
        })),
      }}
      empty={data.requests.length === 0 ? copy.empty : undefined}
      more={data.next ? { label: copy.more, to: paths.deskPrivacy({ ...of, depois: data.next }) } : undefined}
    >
      {data.requests.map(({ id, kind, status, askedAt, dueAt, decidedAt }) => (
        <Link key={id} className="desk-row is-wide" to={paths.deskPrivacyRequest(id)} data-row>
          <RowClock dueAt={dueAt} closedAt={decidedAt} now={data.now} isOpen={status === 'open'} />
          <span className="desk-what">
            <b>{copy.kinds[kind]}</b>
            <span className="desk-sub">{copy.askedAt(askedAt)}</span>
          </span>
          <span className={cx('desk-pill', status === 'open' ? 'is-now' : status === 'done' && 'is-ok')}>
            {copy.statuses[status]}
          </span>
        </Link>
      ))}
    </ListScreen>
  )
}

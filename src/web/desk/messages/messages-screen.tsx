import { Link } from 'react-router'
import { messagesCopy as copy } from '../../copy/desk-operation.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/messages.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { Decide } from '../decide.tsx'
import { useFrame } from '../frame.tsx'
import { ListFilter } from '../list-filter.tsx'

type MessagesData = ScreenData<typeof loader>

const lists = [
  { list: 'all', ver: undefined },
  { list: 'failed', ver: 'falhas' },
  { list: 'queued', ver: 'na-fila' },
] as const

/** What was written to customers and to the team, and what became of it. */
export function MessagesScreen({ data, answer }: { data: MessagesData; answer: DeskAnswer | undefined }) {
  const mayDecide = useFrame().rights.includes('message.resend')
  const ver = lists.find(({ list }) => list === data.list)?.ver
  const of = ver ? { ver } : {}
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      {answer && !answer.ok && (
        <p className="desk-problem" role="alert">
          {answer.message}
        </p>
      )}
      <ListFilter
        label={copy.filter}
        items={lists.map((each) => ({
          name: copy.lists[each.list],
          to: paths.deskMessages(each.ver ? { ver: each.ver } : {}),
          isCurrent: each.list === data.list,
        }))}
      />
      {data.messages.length === 0 && <p className="desk-hint">{copy.empty}</p>}
      <ul className="desk-lines">
        {data.messages.map(({ id, subject, to, channel, at, status, person, isUndecided }) => (
          <li key={id} className="desk-wrap">
            <span>
              <b>{subject}</b>
              <span className="desk-sub">
                {[person, to, copy.channels[channel], at].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={cx('desk-pill', status === 'failed' && 'is-bad', status === 'sent' && 'is-ok')}>
              {copy.statuses[status]}
            </span>
            {isUndecided && mayDecide && (
              <Decide
                title={copy.decide}
                reason={copy.reason}
                fields={{ id }}
                choices={[
                  { intent: 'resend', label: copy.resend, tone: 'primary' },
                  { intent: 'give-up', label: copy.giveUp, tone: 'quiet' },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="desk-acts">
        {!data.isFirst && <Link to={paths.deskMessages(of)}>{copy.first}</Link>}
        {data.next && <Link to={paths.deskMessages({ ...of, depois: data.next })}>{copy.more}</Link>}
      </p>
    </div>
  )
}

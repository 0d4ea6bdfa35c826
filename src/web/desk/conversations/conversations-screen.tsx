import { Link } from 'react-router'
import { keysOf } from '../../../core/records.ts'
import type { ConversationList } from '../../../modules/inbox/public.ts'
import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/conversations.tsx'
import type { ScreenData } from '../answers.ts'
import { conversationListNames } from '../list-names.ts'
import { ListScreen, RowClock } from '../list-screen.tsx'
import { useNow } from '../queue/use-now.ts'

type ConversationsData = ScreenData<typeof loader>

function hrefOf(list: ConversationList, depois?: string): string {
  const ver = conversationListNames[list]
  return paths.deskConversations({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of people who wrote to us, beginning with those who wait for an answer. */
export function ConversationsScreen({ data }: { data: ConversationsData }) {
  const now = useNow(data.now)
  return (
    <ListScreen
      id="conversas"
      {...{ copy, hrefOf }}
      lists={keysOf(conversationListNames)}
      list={data.list}
      empty={data.rows.length === 0 ? copy.empty[data.list] : undefined}
      next={data.next}
    >
      {data.rows.map(({ id, channel, person, address, dueAt, lastInboundAt, isOpen, isStranger }) => (
        <Link key={id} className="desk-row is-wide" to={paths.deskConversation(id)} data-row>
          <RowClock dueAt={dueAt} closedAt={lastInboundAt} now={now} isOpen={isOpen} />
          <span className="desk-what">
            <b>{person || copy.noName}</b>
            <span className="desk-sub">
              {copy.channels[channel]} · {address}
            </span>
          </span>
          <span />
          {isStranger ? <span className="desk-pill is-now">{copy.stranger}</span> : <span />}
        </Link>
      ))}
    </ListScreen>
  )
}

import { Link } from 'react-router'
import { keysOf } from '../../../core/records.ts'
import type { MessageList } from '../../../modules/notifications/public.ts'
import { messagesCopy as copy } from '../../copy/desk-operation.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/messages.tsx'
import type { ScreenData } from '../answers.ts'
import { Decide } from '../decide.tsx'
import { useFrame } from '../frame.tsx'
import { ListFilter } from '../list-filter.tsx'
import { messageListNames } from '../list-names.ts'
import { FailureLine, StatePill } from './state-pill.tsx'
import { Stoppages } from './stoppages.tsx'

type MessagesData = ScreenData<typeof loader>

function hrefOf(list: MessageList, depois?: string): string {
  const ver = messageListNames[list]
  return paths.deskMessages({ ...(ver && { ver }), ...(depois && { depois }) })
}

/** List of the messages sent to customers and to the team, with the state of each. */
export function MessagesScreen({ data }: { data: MessagesData }) {
  const { rights, waiting } = useFrame()
  const mayDecide = rights.includes('message.resend')
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      <Stoppages stoppages={data.stoppages} />
      <p className="desk-acts">
        <Link to={paths.deskConversations()}>{copy.toConversations(waiting['message.answer'] ?? 0)}</Link>
        <Link to={paths.deskTemplates()}>{copy.toTemplates}</Link>
      </p>
      <ListFilter
        label={copy.filter}
        items={keysOf(messageListNames).map((list) => ({
          name: copy.lists[list],
          count: list === 'failed' ? waiting['message.resend'] : undefined,
          to: hrefOf(list),
          isCurrent: list === data.list,
        }))}
      />
      {data.outage && mayDecide && <Outage outage={data.outage} />}
      {data.messages.length === 0 && <p className="desk-hint">{copy.empty}</p>}
      <ul className="desk-lines">
        {data.messages.map(({ id, subject, to, channel, at, state, person, isUndecided, ...sent }) => (
          <li key={id} className="desk-wrap">
            <span>
              <b>{subject}</b>
              <span className="desk-sub desk-whole">
                {[person, to, copy.channels[channel], at, sent.isFollowing && copy.follows]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <FailureLine state={state} code={sent.failureCode} />
            </span>
            <StatePill state={state} />
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
        {!data.isFirst && <Link to={hrefOf(data.list)}>{copy.first}</Link>}
        {data.next && <Link to={hrefOf(data.list, data.next)}>{copy.more}</Link>}
      </p>
    </div>
  )
}

/** The messages that failed because their channel was unavailable, which one decision sends again. */
function Outage({
  outage: { count, since, atOnce, through },
}: {
  outage: NonNullable<MessagesData['outage']>
}) {
  const words = copy.outage
  return (
    <section className="desk-block" aria-labelledby="sem-sair">
      <h2 id="sem-sair">{words.title(count)}</h2>
      <p>{words.why(since)}</p>
      <p className="desk-hint">{words.lead}</p>
      <Decide
        title={words.decide(atOnce, count)}
        reason={copy.reason}
        fields={{ ate: through }}
        choices={[{ intent: 'resend-after-outage', label: copy.resend, tone: 'primary' }]}
      />
    </section>
  )
}

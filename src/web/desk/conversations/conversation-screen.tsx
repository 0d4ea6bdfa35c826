import { Link } from 'react-router'
import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'
import { queueCopy } from '../../copy/desk-queue.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/conversation.tsx'
import type { ScreenData } from '../answers.ts'
import { Thread } from './thread.tsx'

type ConversationData = ScreenData<typeof loader>

/** Screen of one conversation, which may be with a person who is not a customer. */
export function ConversationScreen({
  data: { conversation, person, userId, orderId, claimedBy },
}: {
  data: ConversationData
}) {
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskConversations()}>{copy.back}</Link>
      </p>
      <h1>{person || conversation.name || copy.noName}</h1>
      <p className="desk-acts">
        {!userId && <span className="desk-pill is-now">{copy.stranger}</span>}
        {claimedBy && <span className="desk-pill">{queueCopy.claimedBy(claimedBy)}</span>}
        {orderId && <Link to={paths.deskOrder(orderId)}>{copy.toOrder}</Link>}
        {userId && <Link to={paths.deskCustomer(userId)}>{copy.toCustomer}</Link>}
      </p>
      <Thread conversation={conversation} isWhole />
    </div>
  )
}

import { Link } from 'react-router'
import { MAX_ANSWER_LENGTH } from '../../../modules/inbox/public.ts'
import { conversationsCopy as copy } from '../../copy/desk-conversations.ts'
import { failureWords, messageStateWords } from '../../copy/desk-message-states.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { TextControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { useFrame } from '../frame.tsx'
import type { ShownConversation, ShownLine } from './shown-conversation.server.ts'

/** The messages exchanged with one address, and the form to answer. */
export function Thread({
  conversation,
  isWhole = false,
}: {
  conversation: ShownConversation
  /** Whether the screen shows only this conversation. */
  isWhole?: boolean
}) {
  const { id, channel, address, isOpen, isStranger, lines } = conversation
  const { rights } = useFrame()
  return (
    <div className={cx('desk-thread', isOpen && 'is-open')}>
      <p className="desk-thread-head">
        <span>
          {copy.channels[channel]} · {address}
        </span>
        {!isWhole && <Link to={paths.deskConversation(id)}>{copy.one}</Link>}
      </p>
      <ol>
        {lines.map((line) => (
          <Line key={line.id} line={line} writer={isStranger ? copy.someone : copy.them} />
        ))}
      </ol>
      {rights.includes('message.answer') && <Answer conversation={conversation} />}
    </div>
  )
}

function Line({ line, writer }: { line: ShownLine; writer: string }) {
  const { isOurs, subject, text, quoted, at, left, isEnded, state, failureCode } = line
  return (
    <li className={isOurs ? 'is-ours' : undefined}>
      {subject && <b>{subject}</b>}
      {text && <p className="desk-said">{text}</p>}
      {quoted && (
        <details>
          <summary className="desk-sub">{copy.quoted}</summary>
          <p className="desk-said">{quoted}</p>
        </details>
      )}
      {isEnded && <p className="desk-hint">{copy.ended}</p>}
      {left.length > 0 && (
        <p className="desk-hint">
          {copy.left(left.map((kind) => copy.kinds[kind] ?? copy.otherKind).join(', '))}
        </p>
      )}
      <span className={cx('desk-sub', state === 'failed' && 'desk-bad')}>
        {[isOurs ? copy.us : writer, at, state && messageStateWords[state], failureWords(failureCode ?? null)]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}

function Answer({
  conversation: { id, channel, version, isOpen, isFree, isStranger, isWritable },
}: {
  conversation: ShownConversation
}) {
  const action = paths.deskConversation(id)
  const hint = isStranger ? copy.stranger2 : copy.free
  return (
    <details className="desk-do" open={isOpen}>
      <summary>{copy.answer}</summary>
      {isWritable ? (
        <DeskForm intent="answer" action={action} fields={{ version }} className="desk-form">
          <label>
            {copy.answerLabel(copy.channels[channel])}
            <TextControl name="resposta" required minLength={2} maxLength={MAX_ANSWER_LENGTH} rows={3} />
          </label>
          <p className="desk-hint">{isFree ? hint : `${copy.template} ${hint}`}</p>
          <button type="submit" className="btn btn-primary btn-small">
            {copy.answerGo}
          </button>
        </DeskForm>
      ) : (
        <p className="desk-hint">{copy.unanswerable}</p>
      )}
      {isOpen && (
        <DeskForm intent="close" action={action} fields={{ version }} className="desk-form">
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.close}
          </button>
        </DeskForm>
      )}
    </details>
  )
}

import type { MessageState } from '../../../modules/notifications/public.ts'
import { failureWords, messageStateWords } from '../../copy/desk-message-states.ts'
import { cx } from '../../ui/cx.ts'

const good: readonly MessageState[] = ['sent', 'delivered', 'read']

/** Badge with the state of a message. */
export function StatePill({ state }: { state: MessageState }) {
  return (
    <span className={cx('desk-pill', state === 'failed' && 'is-bad', good.includes(state) && 'is-ok')}>
      {messageStateWords[state]}
    </span>
  )
}

/** Why a message was not delivered, and what to do: a sentence, too long for the badge on a phone. */
export function FailureLine({ state, code }: { state: MessageState; code: string | null }) {
  const why = state === 'failed' ? failureWords(code) : ''
  return why && <span className="desk-sub desk-whole">{why}</span>
}

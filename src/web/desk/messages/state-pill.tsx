import type { MessageState } from '../../../modules/notifications/public.ts'
import { failureWords, messageStateWords } from '../../copy/desk-message-states.ts'
import { cx } from '../../ui/cx.ts'

const good: readonly MessageState[] = ['sent', 'delivered', 'read']

/** Badge with the state of a message, and the reason for a failure. */
export function StatePill({ state, code }: { state: MessageState; code: string | null }) {
  const why = state === 'failed' ? failureWords(code) : ''
  return (
    <span
      className={cx('desk-pill desk-whole', state === 'failed' && 'is-bad', good.includes(state) && 'is-ok')}
    >
      {[messageStateWords[state], why].filter(Boolean).join(': ')}
    </span>
  )
}

import type { App } from '../../../composition.ts'
import { formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { stoppagesCopy as copy } from '../../copy/desk-stoppages.ts'
import { timeOf } from '../queue/snooze-time.ts'

/** One reason why messages do not leave, in the words of the desk. */
export interface ShownStoppage {
  key: string
  /** Since when, and how many messages wait. */
  title: string
  /** Why, and what to do. */
  text: string
}

/** What keeps messages from leaving, as the desk says it. */
export async function shownStoppages({
  notifications,
  clock,
}: Pick<App, 'notifications' | 'clock'>): Promise<ShownStoppage[]> {
  const today = todayInSaoPaulo(clock.now())
  return (await notifications.readStoppages()).map((stoppage) => {
    const { since, waiting, isMore } = stoppage
    const when = todayInSaoPaulo(since) === today ? timeOf(since) : formatInstant(since)
    const waits = copy.waits(waiting, isMore)
    if (stoppage.kind === 'unworked') {
      return { key: 'unworked', title: `${copy.unworked(when)} ${waits}`, text: copy.startWorker }
    }
    const { channel, code } = stoppage
    return {
      key: channel,
      title: `${copy.refusing[channel](when)} ${waits}`,
      text: [copy.why(channel, code), copy.checkChannel].filter(Boolean).join(' '),
    }
  })
}

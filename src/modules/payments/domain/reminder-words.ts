import type { MessageWords } from '../../../core/fill-words.ts'
import type { Milestone, ReminderDays } from './reminder.ts'

/** When and in which words customers are reminded, as it holds now. */
export interface ReminderRules {
  days: ReminderDays
  words: Readonly<Record<Milestone, MessageWords>>
}

/** The rules of a list of reminders, which has each of them. @throws Error for one that is missing */
export function reminderRulesOf(
  reminders: readonly ({ id: Milestone; days: number } & MessageWords)[],
): ReminderRules {
  const of = (id: Milestone) => {
    const found = reminders.find((reminder) => reminder.id === id)
    if (!found) throw new Error(`there is no reminder ${id}`)
    return found
  }
  return {
    days: {
      coming: of('coming').days,
      lateFirst: of('late-first').days,
      lateSecond: of('late-second').days,
      lateLast: of('late-last').days,
    },
    words: {
      coming: of('coming'),
      due: of('due'),
      'late-first': of('late-first'),
      'late-second': of('late-second'),
      'late-last': of('late-last'),
    },
  }
}

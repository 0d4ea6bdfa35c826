import type { MessageWords } from '../../../core/fill-words.ts'
import type { Milestone } from '../../../core/milestones.ts'
import type { ReminderDays } from './reminder.ts'

/** Current timing and texts of customer reminders. */
export interface ReminderRules {
  days: ReminderDays
  words: Readonly<Record<Milestone, MessageWords>>
}

/** Returns the rules from a list of reminders, which must contain each of them. @throws Error for a missing one */
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

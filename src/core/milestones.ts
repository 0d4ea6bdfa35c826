/** Reminders of an instalment, in chronological order: the list that the catalogue words and payments send. */
export const milestones = ['coming', 'due', 'late-first', 'late-second', 'late-last'] as const
export type Milestone = (typeof milestones)[number]

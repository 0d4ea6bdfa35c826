import type { Action } from './world.ts'

/** Formats an action in one line: 'pay 0 -1'. */
export const formatAction = ({ do: what, ...about }: Action): string =>
  [what, ...Object.values(about)].join(' ')

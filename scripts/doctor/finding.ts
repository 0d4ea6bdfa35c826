/** One line of `npm run doctor`. */
export type Finding = { is: 'passed' | 'note' | 'failed'; line: string }

export const passed = (line: string): Finding => ({ is: 'passed', line })
export const note = (line: string): Finding => ({ is: 'note', line })
export const failed = (line: string): Finding => ({ is: 'failed', line })

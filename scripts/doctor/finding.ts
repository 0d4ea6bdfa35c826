/** One line of `npm run doctor`. */
export type Finding = { is: 'well' | 'note' | 'wrong'; line: string }

export const well = (line: string): Finding => ({ is: 'well', line })
export const note = (line: string): Finding => ({ is: 'note', line })
export const wrong = (line: string): Finding => ({ is: 'wrong', line })

/** Environment of an operator command: its variables, its output and the clock. */
export interface OperatorConsole {
  readonly env: NodeJS.ProcessEnv
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly now: () => Date
}

/** Formats a duration: '1,2 s', '3 min 20 s' */
export function durationText(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1).replace('.', ',')} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Environment of an operator command: its variables, its output and the clock. */
export interface OperatorConsole {
  readonly env: NodeJS.ProcessEnv
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
  readonly now: () => Date
}

/** Formats a duration: '1,2 s', '3 min 20 s' */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1).replace('.', ',')} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

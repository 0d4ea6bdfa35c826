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

/** Formats a size: '640 KB', '1,2 GB' */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** at
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace('.', ',')} ${units[at]}`
}

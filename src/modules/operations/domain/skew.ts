import { DAY, HOUR, MINUTE, SECOND } from '../../../core/durations.ts'

/** The error of a clock, in Portuguese: '1 h 5 min adiantado'. @param seconds ahead of the database's; negative is behind */
export function skewText(seconds: number): string {
  const direction = seconds > 0 ? 'adiantado' : 'atrasado'
  return `${durationText(Math.abs(seconds))} ${direction}`
}

/** The two largest units of a duration. */
function durationText(seconds: number): string {
  const total = Math.floor(seconds) * SECOND
  const parts = [
    { value: Math.floor(total / DAY), unit: 'd' },
    { value: Math.floor(total / HOUR) % 24, unit: 'h' },
    { value: Math.floor(total / MINUTE) % 60, unit: 'min' },
    { value: (total / SECOND) % 60, unit: 's' },
  ]
  const largest = parts.findIndex(({ value }) => value > 0)
  const shown = largest < 0 ? parts.slice(-1) : parts.slice(largest, largest + 2)
  return shown.map(({ value, unit }) => `${value} ${unit}`).join(' ')
}

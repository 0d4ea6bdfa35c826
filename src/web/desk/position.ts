import { readInstant } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'

/** Formats the position where a list continues, for a URL: '2026-11-22T12:00:00.000Z~id'. */
export function writeListPosition({ at, id }: { at: Date; id: string }): string {
  return `${at.toISOString()}~${id}`
}

/** Returns the position from a URL; undefined for a text that no list wrote. */
export function readListPosition(text: string | null): { at: Date; id: string } | undefined {
  const [time = '', id = ''] = text?.split('~') ?? []
  const at = readInstant(time)
  return at && isUuid(id) ? { at, id } : undefined
}

import { isUuid } from '../../core/ids.ts'

/** '2026-11-22T12:00:00.000Z~id': where a list goes on, in an address. */
export function writeListPosition({ at, id }: { at: Date; id: string }): string {
  return `${at.toISOString()}~${id}`
}

/** Undefined for a text that no list of ours wrote. */
export function readListPosition(text: string | null): { at: Date; id: string } | undefined {
  const [time = '', id = ''] = text?.split('~') ?? []
  const at = new Date(time)
  return isUuid(id) && !Number.isNaN(at.getTime()) ? { at, id } : undefined
}

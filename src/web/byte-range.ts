/** A part of a file, both ends included. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * The part that a Range header asks for (RFC 9110, 14.1.2). `whole` without one, and for what may be ignored: another unit, several
 * parts. `unsatisfiable` where the file has no such part.
 */
export function byteRangeOf(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  const range =
    from === ''
      ? { from: Math.max(0, size - Number(to)), to: size - 1 }
      : { from: Number(from), to: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  // A last position before the first is no range at all.
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return range.from <= range.to ? range : 'unsatisfiable'
}

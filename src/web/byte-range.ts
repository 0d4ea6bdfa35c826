/** A byte range of a file, both ends inclusive. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Returns the part that a Range header requests (RFC 9110, 14.1.2). `whole` without a header, and for headers that may be ignored:
 * another unit, several parts. `unsatisfiable` when the file has no such part.
 */
export function byteRangeOf(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  const range =
    from === ''
      ? { from: Math.max(0, size - Number(to)), to: size - 1 }
      : { from: Number(from), to: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
  // A range whose last position precedes the first is invalid, so it is ignored.
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return range.from <= range.to ? range : 'unsatisfiable'
}

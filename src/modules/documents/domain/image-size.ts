import type { MediaType } from './file-type.ts'

/**
 * Maximum number of pixels of an image. A browser takes four bytes for each to show it, however small the file is: 60 KB may hold a
 * picture of gigabytes. The sharpest photos that fit the limit of a file have 108 million.
 */
export const MAX_PIXELS = 120_000_000

/** Returns the number of pixels of an image, as its header states them; 0 for a PDF, and for an image that no browser shows. */
export function pixelsOf(bytes: Uint8Array, type: MediaType): number {
  if (type === 'image/png') return pixelsOfPng(bytes)
  return type === 'image/jpeg' ? pixelsOfJpeg(bytes) : 0
}

/** The header is the first chunk; Safari also shows pictures of Apple's own form, which have one more before it, of four bytes. */
function pixelsOfPng(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 40))
  const chunkAt = (at: number) => start.toString('latin1', at + 4, at + 8)
  const at = chunkAt(8) === 'CgBI' ? 24 : 8
  if (start.length < at + 16 || chunkAt(at) !== 'IHDR') return 0
  return start.readUInt32BE(at + 8) * start.readUInt32BE(at + 12)
}

/** No photo has so many marks before its picture, and each takes time. */
const MAX_MARKS = 1_000

/**
 * Finds the frame by the marks before it, as decoders do: what stands between two segments is skipped. Infinite where the marks do not
 * end.
 */
function pixelsOfJpeg(bytes: Uint8Array): number {
  const twoBytes = (at: number) => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
  let at = 2
  for (let marks = 0; marks < MAX_MARKS; marks++) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 9 > bytes.length) return 0
    const mark = bytes[at + 1] ?? 0
    if (isFrame(mark)) return twoBytes(at + 5) * twoBytes(at + 7)
    at += hasSegment(mark) ? 2 + twoBytes(at + 2) : 1
  }
  return Number.POSITIVE_INFINITY
}

/** A frame's header has the size of the picture (ITU-T T.81, table B.1); C4, C8 and CC mark something else. */
function isFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
}

/** The marks of a beginning, an end and a restart stand alone, and 0 and FF mark nothing. */
function hasSegment(mark: number): boolean {
  return mark > 0x01 && mark < 0xff && !(mark >= 0xd0 && mark <= 0xd9)
}

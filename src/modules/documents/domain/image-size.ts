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

function pixelsOfPng(bytes: Uint8Array): number {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 24))
  if (header.length < 24 || header.toString('latin1', 12, 16) !== 'IHDR') return 0
  return header.readUInt32BE(16) * header.readUInt32BE(20)
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

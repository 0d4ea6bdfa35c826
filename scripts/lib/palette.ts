import { deflateSync, inflateSync } from 'node:zlib'
import { chunk, chunksOf, unfiltered } from './png.ts'

/**
 * The same picture with at most 256 colours: a screen of this product has few, and the shades between them that
 * letters are smoothed with. The most frequent stay as they are; every other one becomes the nearest of them.
 *
 * @param png of 8 bits a channel, not interlaced, as Chromium writes it
 */
export function inPalette(png: Buffer): Buffer {
  const chunks = [...chunksOf(png)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.body
  if (!header) throw new Error('a PNG begins with IHDR')
  const bytes = header[9] === 6 ? 4 : 3
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body))
  const pixels = unfiltered(inflateSync(packed), width * bytes, bytes)

  const colours = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = y * (width * bytes + 1) + 1; x < width; x++, at += bytes) {
      const colour = pixels.readUIntBE(at, 3)
      colours[to++] = colour
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  }
  const palette = paletteOf(counts)
  const indexOf = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]))

  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexOf.get(colours[from++] ?? 0) ?? 0
  }
  const indexed = Buffer.from(header)
  indexed[9] = 3
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', indexed),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The frequent colours, but never two that look alike: so the rare ones find something near. */
function paletteOf(counts: Map<number, number>): number[] {
  const frequent = [...counts.entries()].sort(([a, many], [b, more]) => more - many || a - b)
  const palette: number[] = []
  const taken = new Set<number>()
  for (const [colour] of frequent) {
    const place = palette.length < 48 ? colour : colour & 0xf0f0f0
    if (taken.has(place)) continue
    taken.add(place)
    palette.push(colour)
    if (palette.length === 256) break
  }
  return palette
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [index, other] of palette.entries()) {
    const red = (colour >> 16) - (other >> 16)
    const green = ((colour >> 8) & 255) - ((other >> 8) & 255)
    const blue = (colour & 255) - (other & 255)
    const distance = 2 * red * red + 4 * green * green + 3 * blue * blue
    if (distance < least) [best, least] = [index, distance]
    if (distance === 0) break
  }
  return best
}

import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signatureBytes = 8

/**
 * The same picture in fewer bytes. Flat colours pack best as they are, so the filters of every row are undone and
 * the pixels packed anew at the best level.
 *
 * @param png of 8 bits a channel, not interlaced, as Chromium writes it
 */
export function repack(png: Buffer): Buffer {
  const chunks = [...chunksOf(png)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.body
  if (!header) throw new Error('a PNG begins with IHDR')
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body))
  const pixelBytes = header[9] === 6 ? 4 : 3
  const rows = unfiltered(inflateSync(packed), header.readUInt32BE(0) * pixelBytes, pixelBytes)
  return Buffer.concat([
    png.subarray(0, signatureBytes),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The chunks of a PNG in their order. */
export function* chunksOf(png: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = signatureBytes; at < png.length; ) {
    const length = png.readUInt32BE(at)
    yield { type: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}

/** Undoes the filter of each row (PNG specification, section 9) and marks it as having none. */
export function unfiltered(data: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const rows = Buffer.from(data)
  const at = (index: number) => rows[index] ?? 0
  for (let start = 0; start < rows.length; start += rowBytes + 1) {
    const filter = at(start)
    const above = start > 0 ? -(rowBytes + 1) : undefined
    for (let offset = 1; offset <= rowBytes; offset++) {
      const index = start + offset
      const inside = offset > pixelBytes
      const left = inside ? at(index - pixelBytes) : 0
      const up = above === undefined ? 0 : at(index + above)
      const corner = inside && above !== undefined ? at(index + above - pixelBytes) : 0
      rows[index] = at(index) + predicted(filter, left, up, corner)
    }
    rows[start] = 0
  }
  return rows
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? nearest(left, up, corner) : 0
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** A chunk with its length and its checksum. */
export function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

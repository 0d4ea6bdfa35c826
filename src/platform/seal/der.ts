/** Encodes a value in DER: its tag, its length and its content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

/** @param dotted '1.2.840.113549.1.7.2' */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

export const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content)
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
export const none = Buffer.from([0x05, 0x00])

/** Encodes a SET OF: DER orders it by the bytes of its values. */
export function setOf(...values: readonly Uint8Array[]): Buffer {
  return der(0x31, ...values.toSorted(Buffer.compare))
}

/** One DER value of a longer encoding. */
export interface DerValue {
  tag: number
  /** Bytes including tag and length. */
  whole: Buffer
  content: Buffer
}

/** Returns the consecutive values in some bytes. @throws Error for truncated bytes */
export function derValues(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0
    const more = first < 0x80 ? 0 : first & 0x7f
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const start = at + 2 + more
    if (start + length > bytes.length) throw new Error('DER is cut off')
    values.push({
      tag,
      whole: bytes.subarray(at, start + length),
      content: bytes.subarray(start, start + length),
    })
    at = start + length
  }
  return values
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits = length.toString(16)
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function base128(value: number): number[] {
  const digits = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) {
    digits.unshift(0x80 | (left % 128))
  }
  return digits
}

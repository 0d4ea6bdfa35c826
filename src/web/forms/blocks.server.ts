/**
 * Reader of a body that moves only forwards, and no further than requested: it buffers at most the requested bytes and one block
 * of the body.
 */
export interface Blocks {
  /** Returns the next `count` bytes; fewer at the end of the body. */
  take(count: number): Promise<Buffer>
  /**
   * Returns the bytes before the next `mark` and skips the mark; `too_many` as soon as there are more than `max` bytes, `ended`
   * when the body ends without a mark.
   */
  until(mark: Buffer, max: number): Promise<Buffer | 'too_many' | 'ended'>
  /** Releases the body, whether it was read or not: the HTTP server discards the rest of it. */
  release(): void
}

/**
 * Returns the reader of a body.
 *
 * @param broken returns the error for a body that fails while it is read
 */
export function blocksOf(body: ReadableStream<Uint8Array>, broken: () => Error): Blocks {
  const reader = body.getReader()
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let ended = false

  /** Reads the next block of the body, joined from small pieces: a body may arrive byte by byte. */
  async function next(): Promise<Buffer | undefined> {
    const pieces: Uint8Array[] = []
    let size = 0
    while (!ended && size < blockSize) {
      const { done, value } = await reader.read().catch(() => {
        throw broken()
      })
      if (done) ended = true
      else {
        pieces.push(value)
        size += value.length
      }
    }
    return size > 0 ? Buffer.concat(pieces, size) : undefined
  }

  return {
    async take(count) {
      const read = [rest]
      for (let size = rest.length; size < count; ) {
        const block = await next()
        if (!block) break
        read.push(block)
        size += block.length
      }
      if (read.length > 1) rest = Buffer.concat(read)
      const taken = rest.subarray(0, count)
      rest = rest.subarray(count)
      return taken
    },

    async until(mark, max) {
      const passed: Buffer[] = []
      let size = 0
      for (;;) {
        const at = rest.indexOf(mark)
        // The end of a block may be the beginning of a mark.
        const certain = at >= 0 ? at : Math.max(0, rest.length - mark.length + 1)
        size += certain
        if (size > max) return 'too_many'
        passed.push(rest.subarray(0, certain))
        rest = rest.subarray(at >= 0 ? at + mark.length : certain)
        if (at >= 0) return Buffer.concat(passed, size)
        const block = await next()
        if (!block) return 'ended'
        rest = Buffer.concat([rest, block])
      }
    },

    release: () => reader.releaseLock(),
  }
}

const blockSize = 64 * 1024

import { gzipSync } from 'node:zlib'

const block = 512

/**
 * Creates a compressed tar archive. The same files always give the same bytes, independent of the time and the user.
 *
 * @param files contents by path, with `/`; a path has at most 100 characters after its first 155
 * @throws Error for a path that the format cannot represent
 */
export function tarGz(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = []
  for (const path of [...files.keys()].sort()) {
    const content = files.get(path) ?? Buffer.alloc(0)
    const padding = Buffer.alloc((block - (content.length % block)) % block)
    parts.push(header(path, content.length), content, padding)
  }
  parts.push(Buffer.alloc(2 * block))
  return gzipSync(Buffer.concat(parts))
}

/** Returns a ustar header (POSIX.1-1988) for a file that root owns and everybody may read. */
function header(path: string, size: number): Buffer {
  const { prefix, name } = split(path)
  const head = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  head.write(name, 0)
  octal(0o644, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  head.fill(' ', 148, 156)
  head.write('0', 156)
  head.write('ustar\x0000', 257)
  head.write('root', 265)
  head.write('root', 297)
  head.write(prefix, 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Splits a path that is longer than its field at a slash. */
function split(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path }
  const at = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at < 1 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(name) > 100) {
    throw new Error(`${path} is too long for a tar archive`)
  }
  return { prefix, name }
}

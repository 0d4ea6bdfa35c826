import { Buffer } from 'node:buffer'
import type { SeededRandom } from './seeded-random.ts'

/** Alters the whole body, as text or as bytes. */
export type BodyMutation = (body: string, random: SeededRandom) => Buffer

const text = (edit: (body: string, random: SeededRandom) => string): BodyMutation => {
  return (body, random) => Buffer.from(edit(body, random))
}
const utf16 = (body: string) => Buffer.from(`\ufeff${body}`, 'utf16le')

const page = (words: string) =>
  `<!DOCTYPE html><html lang="pt-BR"><head><title>${words}</title></head><body><h1>${words}</h1></body></html>`

/** Encodings, halves, and documents that are not the requested one. */
export const bodyMutations: Readonly<Record<string, BodyMutation>> = {
  empty: text(() => ''),
  blank: text(() => ' \r\n '),
  truncated: text((body, random) => body.slice(0, random.below(body.length))),
  'start missing': text((body, random) => body.slice(1 + random.below(body.length))),
  'byte order mark': text((body) => `\ufeff${body}`),
  'UTF-16': (body) => utf16(body),
  'UTF-16, high byte first': (body) => utf16(body).swap16(),
  'Latin-1': (body) => Buffer.from(body.replace('"', '"çãé": 1, "'), 'latin1'),
  'bytes of no encoding': (body) => Buffer.concat([Buffer.from(body), Buffer.from([0xff, 0xc0, 0x80])]),
  'a flipped bit': (body, random) => {
    const bytes = Buffer.from(body)
    const at = random.below(Math.max(1, bytes.length))
    if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ 0x80
    return bytes
  },
  'a page': text(() => page('Estamos em manutenção')),
  'a sign-in form': text(() => `${page('Entrar')}<form method="post"><input name="password"></form>`),
  'null alone': text(() => 'null'),
  'a number alone': text(() => '1'),
  'a text alone': text(() => '"ok"'),
  'an empty object': text(() => '{}'),
  'an empty list': text(() => '[]'),
  'in a list': text((body) => `[${body}]`),
  'in an envelope': text((body) => `{"data":${body},"status":"ok"}`),
  'JSON in a text': text((body) => JSON.stringify(body)),
  twice: text((body) => body + body),
  'after a guard': text((body) => `)]}',\n${body}`),
  'in a call': text((body) => `callback(${body})`),
  'with a comment': text((body) => `/* ok */ ${body}`),
  'in single quotes': text((body) => body.replaceAll('"', "'")),
  'words after it': text((body) => `${body}\nOK`),
  'nested 100,000 deep': text((body) => `${'['.repeat(100_000)}${body}${']'.repeat(100_000)}`),
  'a cause without end': text(() => `{${'"cause":[{'.repeat(22_000)}`),
}

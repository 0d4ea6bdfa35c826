import type { SeededRandom } from './seeded-random.ts'

/** Notice as it is sent to the shop. */
export interface WireNotice {
  url: URL
  /** For a list, the header is sent several times. */
  headers: Readonly<Record<string, string | readonly string[]>>
  body: string | Buffer
}

export type NoticeMutation = (notice: WireNotice, random: SeededRandom) => WireNotice

const query =
  (edit: (query: URLSearchParams, random: SeededRandom) => void): NoticeMutation =>
  (notice, random) => {
    const url = new URL(notice.url)
    edit(url.searchParams, random)
    return { ...notice, url }
  }
const headers =
  (edit: (headers: WireNotice['headers']) => WireNotice['headers']): NoticeMutation =>
  (notice) => ({ ...notice, headers: edit(notice.headers) })
const textOf = (value: string | readonly string[] | undefined) => [value ?? ''].flat()[0] ?? ''

/** Alterations of the address, the headers and the signature of a notice. Its body is altered like that of a response. */
export const noticeMutations: Readonly<Record<string, NoticeMutation>> = {
  'another id in the query': query((found) => found.set('data.id', `${found.get('data.id')}7`)),
  'id of a text in the query': query((found) => found.set('data.id', '../payments/search')),
  'a long id in the query': query((found) => found.set('data.id', '9'.repeat(3_000))),
  'two ids in the query': query((found) => found.append('data.id', '1')),
  'no id in the query': query((found) => found.delete('data.id')),
  'another type': query((found) => found.set('type', 'merchant_order')),
  'two types in the query': query((found) => found.append('type', 'plan')),
  'the old form': query((found) => {
    found.set('topic', 'payment')
    found.set('id', found.get('data.id') ?? '')
    found.delete('data.id')
    found.delete('type')
  }),
  'no request id': headers(({ 'x-request-id': _, ...others }) => others),
  'two request ids': headers((found) => ({
    ...found,
    'x-request-id': [textOf(found['x-request-id']), 'second'],
  })),
  'no signature': headers(({ 'x-signature': _, ...others }) => others),
  'two signatures': headers((found) => ({
    ...found,
    'x-signature': [textOf(found['x-signature']), 'ts=1,v1=00'],
  })),
  'signature in capitals': headers((found) => ({
    ...found,
    'x-signature': textOf(found['x-signature']).toUpperCase(),
  })),
  'signature cut': headers((found) => ({
    ...found,
    'x-signature': textOf(found['x-signature']).slice(0, -8),
  })),
  'signature of another day': headers((found) => ({
    ...found,
    'x-signature': textOf(found['x-signature']).replace(/ts=\d+/, 'ts=1'),
  })),
  'a type that is no JSON': headers((found) => ({ ...found, 'content-type': 'text/plain; charset=utf-16' })),
  'compressed by its word': headers((found) => ({ ...found, 'content-encoding': 'gzip' })),
}

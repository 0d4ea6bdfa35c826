import { expect, test } from 'vitest'
import { optsOutOfTracking, visitStepsOf } from '../../src/web/visits.server.ts'

const opening = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36',
}
const steps = (url: string, more: Record<string, string | undefined> = {}, method = 'GET') =>
  visitStepsOf({ method, url, headers: { ...opening, ...more } })

test('an arrival from outside is a visit, whatever advertisement it comes from', () => {
  expect(steps('/')).toEqual(['visit'])
  expect(steps('/?utm_source=x', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit'])
})

test('a service page is its own step, also from inside', () => {
  expect(steps('/service/clean-name')).toEqual(['visit', 'service'])
  expect(steps('/service/clean-name', { 'sec-fetch-site': 'same-origin' })).toEqual(['service'])
  expect(steps('/', { 'sec-fetch-site': 'same-origin' })).toEqual([])
})

test.each([
  ['a bot that declares itself', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a browser without a person', { 'user-agent': 'Mozilla/5.0 HeadlessChrome/140.0' }],
  ['a request that does not say that a page is opened', { 'sec-fetch-mode': undefined }],
  ['a picture or a script', { 'sec-fetch-dest': 'image' }],
  ['a page inside another', { 'sec-fetch-dest': 'iframe' }],
  ['a prefetched page', { 'sec-purpose': 'prefetch' }],
  ['a page prefetched by an older browser', { purpose: 'prefetch' }],
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
])('does not count %s', (_what, more) => {
  expect(steps('/service/clean-name', more)).toEqual([])
})

test.each(['/painel', '/payments', '/consulta/abc', '/nothing', '/assets/x.js', '/auth'])(
  '%s is not a public page',
  (url) => {
    expect(steps(url)).toEqual([])
  },
)

test('only reading is a visit', () => {
  expect(steps('/', {}, 'POST')).toEqual([])
  expect(steps('/', {}, 'HEAD')).toEqual([])
})

test('an unset preference refuses nothing', () => {
  expect([optsOutOfTracking({}), optsOutOfTracking({ dnt: '0' }), optsOutOfTracking({ dnt: '1' })]).toEqual([
    false,
    false,
    true,
  ])
})

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

test('who comes from outside is a visit, whatever advertisement they come from', () => {
  expect(steps('/')).toEqual(['visit'])
  expect(steps('/?utm_source=x', { 'sec-fetch-site': 'cross-site' })).toEqual(['visit'])
})

test('a page of a service is a step of its own, also from inside', () => {
  expect(steps('/service/clean-name')).toEqual(['visit', 'service'])
  expect(steps('/service/clean-name', { 'sec-fetch-site': 'same-origin' })).toEqual(['service'])
  expect(steps('/', { 'sec-fetch-site': 'same-origin' })).toEqual([])
})

test.each([
  ['a bot that says so', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a browser without a person', { 'user-agent': 'Mozilla/5.0 HeadlessChrome/140.0' }],
  ['what does not say that a page is opened', { 'sec-fetch-mode': undefined }],
  ['a picture or a script', { 'sec-fetch-dest': 'image' }],
  ['a page inside another', { 'sec-fetch-dest': 'iframe' }],
  ['a page fetched ahead', { 'sec-purpose': 'prefetch' }],
  ['a page fetched ahead by an older browser', { purpose: 'prefetch' }],
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
])('%s is not counted', (_what, more) => {
  expect(steps('/service/clean-name', more)).toEqual([])
})

test.each(['/painel', '/payments', '/consulta/abc', '/nothing', '/assets/x.js', '/auth'])(
  '%s is no public page',
  (url) => {
    expect(steps(url)).toEqual([])
  },
)

test('only reading is a visit', () => {
  expect(steps('/', {}, 'POST')).toEqual([])
  expect(steps('/', {}, 'HEAD')).toEqual([])
})

test('a preference that is not set asks for nothing', () => {
  expect([optsOutOfTracking({}), optsOutOfTracking({ dnt: '0' }), optsOutOfTracking({ dnt: '1' })]).toEqual([
    false,
    false,
    true,
  ])
})

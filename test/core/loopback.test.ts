import { expect, test } from 'vitest'
import { isLoopback, isSentToLoopback } from '../../src/core/loopback.ts'

test.each(['localhost', 'LocalHost', '127.0.0.1', '127.9.8.7', '::1', '[::1]'])(
  '%s is this machine',
  (name) => {
    expect([isLoopback(name), isSentToLoopback(name === '::1' ? '[::1]' : name)]).toEqual([true, true])
  },
)

test.each([
  'localhost.outro.exemplo',
  '127.0.0.1.outro.exemplo',
  'a.localhost',
  'localhost.',
  '10.0.0.1',
  '0.0.0.0',
  '[::]',
  '[::2]',
  '',
])('"%s" is not this machine', (name) => {
  expect([isLoopback(name), isSentToLoopback(name)]).toEqual([false, false])
})

test('a port does not matter, and a client without a host name is not a browser', () => {
  const sent = [
    'localhost:3000',
    '[::1]:3000',
    '127.0.0.1:80',
    'outro.exemplo:3000',
    'localhost:3000@outro.exemplo:80',
  ]
  expect([undefined, ...sent].map(isSentToLoopback)).toEqual([true, true, true, true, false, false])
})

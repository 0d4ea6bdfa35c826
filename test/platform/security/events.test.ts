import { expect, test } from 'vitest'
import { coarseNetworkOf } from '../../../src/core/networks.ts'
import { alarmsFor, isAlarming, securityEvents } from '../../../src/platform/security/events.ts'

test('an alarm needs more than the normal number of one event', () => {
  const { alarmAbove } = securityEvents['sign-in-failed']
  expect(alarmsFor(new Map([['sign-in-failed', alarmAbove]]))).toEqual([])
  expect(alarmsFor(new Map([['sign-in-failed', alarmAbove + 1]]))).toEqual([
    { event: 'sign-in-failed', count: alarmAbove + 1, text: 'entradas com senha errada' },
  ])
  expect(alarmsFor(new Map([['of an earlier release', 10_000]]))).toEqual([])
  expect(alarmsFor(new Map([['sign-in', 10_000]]))).toEqual([])
})

test('a wrong secret for notices is noticed by a shop with two payments in ten minutes', () => {
  // The provider sends two notices for each: created and approved.
  expect(alarmsFor(new Map([['webhook-forged', 4]]))).toMatchObject([
    { text: expect.stringContaining('o segredo daqui não é o que o provedor usa') },
  ])
  expect(alarmsFor(new Map([['webhook-forged', 2]]))).toEqual([])
})

test('each event that can alarm has its text in Portuguese', () => {
  for (const [event, kind] of Object.entries(securityEvents)) {
    expect([event, isAlarming(event as keyof typeof securityEvents)]).toEqual([event, 'text' in kind])
  }
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1::/48'],
  ['', 'unknown'],
  ['ana@exemplo.com.br', 'unknown'],
])('%s is logged as %s', (ip, network) => {
  expect(coarseNetworkOf(ip)).toBe(network)
})

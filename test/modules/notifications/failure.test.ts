import { expect, test } from 'vitest'
import {
  isAddressGone,
  templateRefusals,
  unreachableForMs,
  windowClosed,
} from '../../../src/modules/notifications/domain/failure.ts'

test.each([
  ['email', '5.1.1', true],
  ['email', '5.1.2', true],
  ['email', '5.1.3', true],
  ['email', '5.1.6', true],
  ['email', '5.1.10', true],
  ['email', '5.1.4', false],
  ['email', '5.1.100', false],
  ['email', '5.2.2', false],
  ['email', '4.1.1', false],
  ['email', 'x5.1.1', false],
  ['email', '131026', false],
  ['whatsapp', '131026', true],
  ['whatsapp', '131047', false],
  ['whatsapp', '5.1.1', false],
] as const)('%s %s means that the address is gone: %s', (channel, code, isGone) => {
  expect(isAddressGone(channel, code)).toBe(isGone)
})

test('the Cloud API codes for an unusable template, and for the end of the 24 hours', () => {
  // 132001: the template does not exist. 132015: paused. 132016: disabled.
  expect(templateRefusals).toEqual(['132001', '132015', '132016'])
  expect(windowClosed).toBe('131047')
})

test('an unreachable address is not used for thirty days', () => {
  expect(unreachableForMs / 86_400_000).toBe(30)
})

import { expect, test } from 'vitest'
import { linkText } from '../../../src/modules/backoffice/domain/audit.ts'

test('an audit record’s hash covers all its fields and the record before it', () => {
  const record = {
    position: 3,
    at: new Date('2026-11-21T12:00:00Z'),
    actorId: 'actor',
    action: 'refund',
    subject: 'payment',
    reason: 'asked for',
    detail: { b: 1, a: 2 },
  }
  expect(linkText(record, 'hash')).toBe(
    '["hash",3,"2026-11-21T12:00:00.000Z","actor","refund","payment","asked for",{"a":2,"b":1}]',
  )
})

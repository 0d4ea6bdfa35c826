import { expect, test } from 'vitest'
import { EMPTY_PROFILE } from '../../../src/modules/identity/domain/account.ts'
import { confirmationStep } from '../../../src/modules/identity/domain/confirmation.ts'

const now = new Date('2026-03-02T12:00:00Z')
const later = new Date('2026-03-02T12:00:01Z')
const email = 'ana@exemplo.com.br'
const open = { email, expiresAt: later, closedAt: null }
const own = { email, passwordHash: 'hash', profile: EMPTY_PROFILE, hiringDraftId: null }
const others = { ...own, email: 'outra@exemplo.com.br' }

test.each([
  ['an unknown link', { link: undefined }, 'link_invalid'],
  ['an expired link', { link: { ...open, expiresAt: now } }, 'link_invalid'],
  ['a link to a confirmed address', { link: { ...open, closedAt: now } }, 'already_confirmed'],
  [
    'an old link to a confirmed address',
    { link: { email, expiresAt: now, closedAt: now } },
    'already_confirmed',
  ],
  ['an expired link in its own browser', { link: { ...open, expiresAt: now }, own }, 'link_invalid'],
  ['a link in a browser without a sign-up', { link: open }, 'set_password'],
  ['a link in a browser that signed up for another address', { link: open, own: others }, 'set_password'],
  ['a link in the browser that signed up', { link: open, own }, 'press_button'],
  ['a link where its own account is signed in', { link: open, own, viewerEmail: email }, 'press_button'],
  [
    'a link where another account is signed in',
    { link: open, own, viewerEmail: others.email },
    'other_account',
  ],
])('%s', (_what, given, step) => {
  const answer = confirmationStep({ own: undefined, viewerEmail: undefined, now, ...given })
  expect(answer.step).toBe(step)
})

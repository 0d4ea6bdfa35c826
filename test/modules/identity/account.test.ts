import { expect, test } from 'vitest'
import { after, before, DAY, HOUR } from '../../../src/core/durations.ts'
import { normalizeEmail } from '../../../src/core/email.ts'
import { roles } from '../../../src/core/roles.ts'
import { checkNewPassword, EMPTY_PROFILE, profileFrom } from '../../../src/modules/identity/domain/account.ts'
import { isEmail } from '../../../src/modules/identity/domain/credentials.ts'
import {
  dueForRecording,
  dueForRenewal,
  LINK_LIFETIME,
  LINK_RETENTION,
  linkPurposes,
  SESSION_LIFETIME,
  SESSION_RETENTION,
} from '../../../src/modules/identity/domain/lifetimes.ts'
import { LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import { accountTypes } from '../../../src/modules/identity/domain/person.ts'

const right = {
  nome: 'Ana Souza',
  documento: '529.982.247-25',
  telefone: '(48) 99999-1234',
  tipoConta: 'pessoal',
} as const

test('stores a profile normalized: single spaces, documents and telephones without punctuation', () => {
  expect(profileFrom({ ...right, nome: '  Ana \n  Maria  Souza ' })).toEqual({
    ok: true,
    value: {
      nome: 'Ana Maria Souza',
      documento: '52998224725',
      telefone: '+5548999991234',
      tipoConta: 'pessoal',
    },
  })
  expect(profileFrom({ ...right, documento: ' 12.abc.345/01de-35 ', tipoConta: 'empresa' })).toMatchObject({
    value: { documento: '12ABC34501DE35' },
  })
})

test('limits a name to 200 characters, and an invalid telephone to fifteen digits', () => {
  expect(
    profileFrom({ ...right, nome: 'a'.repeat(201), telefone: '+1 (234) 567-890-123-456-7' }),
  ).toMatchObject({
    value: { nome: 'a'.repeat(200), telefone: '123456789012345' },
  })
  expect(profileFrom({ ...right, nome: 'a'.repeat(200) })).toMatchObject({ value: { nome: 'a'.repeat(200) } })
})

test.each([
  ['529.982.247-24', 'pessoal'],
  ['12.ABC.345/01DE-35', 'pessoal'],
  ['529.982.247-25', 'empresa'],
  ['x', 'empresa'],
] as const)('the document %s of an account "%s" is refused', (documento, tipoConta) => {
  expect(profileFrom({ ...right, documento, tipoConta })).toEqual({ ok: false, code: 'documento_invalid' })
})

test('an account may have no document', () => {
  expect(profileFrom({ ...right, documento: '  ' })).toMatchObject({ ok: true, value: { documento: '' } })
  expect(EMPTY_PROFILE).toEqual({ nome: '', documento: '', telefone: '', tipoConta: 'pessoal' })
})

test('a new password follows the specification, is hard to guess, and has at most 128 characters', () => {
  const check = (password: string) =>
    checkNewPassword(password, { rankOf: () => undefined, personal: new Set() })
  expect(check('Certa#2026!x')).toEqual({ ok: true, value: 'Certa#2026!x' })
  expect(check('curta')).toEqual({ ok: false, code: 'password_weak' })
  expect(check('sem maiusculas')).toEqual({ ok: false, code: 'password_weak' })
  expect(check(`aB1!${'x'.repeat(16)}`)).toEqual({ ok: false, code: 'password_common' })
  expect(check(`aB1!${'jkqzvw'.repeat(20)}xyzw`)).toMatchObject({ ok: true })
  expect(check(`aB1!${'x'.repeat(125)}`)).toEqual({ ok: false, code: 'password_too_long' })
  // Eight characters and exactly a million guesses: capital letters, keyboard neighbours, and four characters without a pattern.
  expect(check('Qwer9@bx')).toMatchObject({ ok: true })
  expect(check('Qwer9@b')).toMatchObject({ code: 'password_weak' })
})

test('an address is one mailbox, however it is typed', () => {
  expect(normalizeEmail(' Ana@Exemplo.COM.br ')).toBe('ana@exemplo.com.br')
  expect(normalizeEmail('\u200bana@ex\u00ademplo.\u2060com.br\ufeff \u200b')).toBe('ana@exemplo.com.br')
})

test.each([
  ['ana@exemplo.com.br', true],
  ['ANA+1@EXEMPLO-2.COM', true],
  [`${'a'.repeat(64)}@exemplo.com`, true],
  [`${'a'.repeat(65)}@exemplo.com`, false],
  [`a@${'b.'.repeat(125)}cd`, true],
  [`a@${'b.'.repeat(125)}cde`, false],
  ['@exemplo.com', false],
  ['ana@exemplo', false],
  ['ana@exemplo.', false],
  ['ana@.com', false],
  ['ana@exemplo..com', false],
  ['ana@exemplo.com,', false],
  ['ana souza@exemplo.com', false],
  ['ana@bia@exemplo.com', false],
  ['<ana@exemplo.com', false],
  ['ana..souza@exemplo.com.br', false],
  ['.ana@exemplo.com.br', false],
  ['ana.@exemplo.com.br', false],
  ['ana@-exemplo.com.br', false],
  ['ana@exemplo-.com.br', false],
  ['ana@exemplo.com-', false],
  [`ana@${'e'.repeat(63)}.com`, true],
  [`ana@${'e'.repeat(64)}.com`, false],
  ['ana.maria-souza@meu-exemplo.com.br', true],
  ["o'neil+caixa_2@exemplo.com.br", true],
  ['joão@exemplo.com.br', false],
  // A Cyrillic letter.
  ['аna@exemplo.com.br', false],
  ['😀@exemplo.com.br', false],
])('%s as an address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})

test('a session lasts seven days and is renewed once a day; links last two days and an hour', () => {
  const hours = 3_600_000
  expect({ HOUR, DAY, SESSION_LIFETIME, LINK_LIFETIME, LINK_RETENTION, SESSION_RETENTION }).toEqual({
    HOUR: hours,
    DAY: 24 * hours,
    SESSION_LIFETIME: 7 * 24 * hours,
    LINK_LIFETIME: { confirm_email: 48 * hours, reset_password: hours },
    LINK_RETENTION: 30 * 24 * hours,
    // Six months of 365/12 days are 182.5 days, of which the last one is kept in full.
    SESSION_RETENTION: 183 * 24 * hours,
  })
  expect(linkPurposes).toEqual(['confirm_email', 'reset_password'])
  const now = new Date('2026-11-21T12:00:00Z')
  expect(before(now, DAY).toISOString()).toBe('2026-11-20T12:00:00.000Z')
  expect(after(now, HOUR).toISOString()).toBe('2026-11-21T13:00:00.000Z')
  expect(dueForRenewal(before(now, DAY), now)).toBe(true)
  expect(dueForRenewal(before(now, DAY - 1), now)).toBe(false)
})

test('how often each action may be tried', () => {
  const hourly = { window: 3_600_000 }
  const quarterly = { window: 900_000 }
  expect(LIMITS).toEqual({
    signInByIp: { per: 'network', limit: 120, window: 300_000 },
    signInByAccountAndIp: { per: 'account and network', limit: 10, ...quarterly },
    signInUnderAttack: { per: 'account and network', limit: 3, window: 7_200_000 },
    signInByDevice: { per: 'account', limit: 10, ...quarterly },
    signInsOfAccount: { per: 'account', limit: 50, ...hourly },
    signUpByIp: { per: 'network', limit: 200, ...hourly },
    signUpByEmailAndIp: { per: 'account and network', limit: 5, ...hourly },
    signUpMessagesByEmail: { per: 'account', limit: 5, ...hourly },
    resendByEmailAndIp: { per: 'account and network', limit: 5, ...hourly },
    signUpMessageByEmail: { per: 'account', limit: 1, window: 60_000 },
    resetRequestByIp: { per: 'network', limit: 100, ...hourly },
    resetRequestByEmailAndIp: { per: 'account and network', limit: 5, ...hourly },
    resetMessageByEmail: { per: 'account', limit: 3, ...hourly },
    resetByIp: { per: 'network', limit: 60, ...hourly },
    confirmByIp: { per: 'network', limit: 200, ...hourly },
    confirmByEmail: { per: 'account', limit: 20, ...hourly },
    resendByEmail: { per: 'account', limit: 5, ...hourly },
    changeBySession: { per: 'account', limit: 10, ...quarterly },
    changePhoneBySession: { per: 'account', limit: 10, ...quarterly },
  })
})

test('the types of account, and the roles', () => {
  expect(accountTypes).toEqual(['pessoal', 'empresa'])
  expect(roles).toEqual(['customer', 'support', 'finance', 'staff', 'owner'])
})

test('records the use of a session at most every five minutes', () => {
  const now = new Date('2026-11-23T12:00:00.000Z')
  const due = (milliseconds: number) => dueForRecording(before(now, milliseconds), now)
  expect([due(299_999), due(300_000), dueForRecording(null, now)]).toEqual([false, true, true])
})

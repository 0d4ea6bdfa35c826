import { expect, test } from 'vitest'
import { chargeReference } from '../../../src/modules/payments/adapters/mercado-pago/reference.ts'
import {
  isOfAnotherInstallation,
  needsConfirmation,
  noticeDestination,
  ownerOf,
  receivedBy,
} from '../../../src/modules/payments/domain/ownership.ts'

const id = '0193c1d2-0000-7000-8000-0123456789ab'
const now = new Date('2026-11-21T13:00:00Z')
const made = {
  single: chargeReference({ id, instalments: 1, now }),
  several: chargeReference({ id, instalments: 999, now }),
  consultation: chargeReference({ id, instalments: 0, prefix: 'rating-consult-', now }),
  'API Pix': id.replaceAll('-', ''),
}
const nobody = { isKnown: false, isConfirmed: false, isRefused: false }

test.each([
  ...Object.entries(made).flatMap(([name, reference]) => [
    [`${name}, notices here`, { reference, notices: 'here' }, 'ours'],
    [`${name}, notices elsewhere`, { reference, notices: 'elsewhere' }, 'perhaps_ours'],
    [`${name}, no address`, { reference, notices: undefined }, 'perhaps_ours'],
    [`${name}, cut off`, { reference: reference.slice(0, 32), notices: undefined }, 'perhaps_ours'],
  ]),
  ['in another letter case', { reference: made.single.toLowerCase(), notices: undefined }, 'perhaps_ours'],
  ['with a space before', { reference: ` ${made.several}`, notices: undefined }, 'perhaps_ours'],
  ['a bare Pix', { reference: undefined, notices: undefined }, 'ours'],
  ['ours, without its reference', { reference: undefined, notices: 'here' }, 'ours'],
  ['without a reference, through the API', { reference: undefined, notices: 'elsewhere' }, 'perhaps_ours'],
  ...['loja velha #7', '10523', 'WC-10523', 'PARCELA 7', 'multi_1', 'x'].flatMap((reference) => [
    [`${reference}, no address`, { reference, notices: undefined }, 'other_shop'],
    [`${reference}, notices elsewhere`, { reference, notices: 'elsewhere' }, 'other_shop'],
    [`${reference}, but notices here`, { reference, notices: 'here' }, 'perhaps_ours'],
  ]),
] as [string, Pick<Parameters<typeof ownerOf>[0], 'reference' | 'notices'>, string][])(
  'classifies a payment: %s',
  (_, said, owner) => {
    expect(ownerOf({ ...nobody, ...said })).toBe(owner)
    // A known payment, or one that a person decided on, is not classified again by its appearance.
    expect(ownerOf({ ...nobody, ...said, isKnown: true, isRefused: true })).toBe('ours')
    expect(ownerOf({ ...nobody, ...said, isConfirmed: true })).toBe('ours')
    expect(ownerOf({ ...nobody, ...said, isRefused: true })).toBe('other_shop')
  },
)

test.each([
  ['of our form', made['API Pix'], 'our-key', 'perhaps_ours'],
  ['cut off', made['API Pix'].slice(0, 20), 'our-key', 'perhaps_ours'],
  ['replaced', 'algo_novo', 'our-key', 'perhaps_ours'],
  ['replaced, with the key in another letter case', 'algo_novo', 'OUR-KEY', 'perhaps_ours'],
  ['replaced, without the key', 'algo_novo', undefined, 'perhaps_ours'],
  ['of another form, received by another key', 'WC10523', 'their-key', 'other_shop'],
  ['of our form, received by another key', made['API Pix'], 'their-key', 'perhaps_ours'],
  ['left out, received by our key', undefined, 'our-key', 'ours'],
  ['left out, received by another key', undefined, 'their-key', 'perhaps_ours'],
  ['left out, without the key', undefined, undefined, 'ours'],
] as const)('classifies a Pix whose txid is %s', (_, reference, pixKey, owner) => {
  const key = receivedBy(pixKey, 'our-key')
  expect(ownerOf({ ...nobody, reference, notices: undefined, key })).toBe(owner)
  expect(ownerOf({ ...nobody, reference, notices: undefined, key, isKnown: true })).toBe('ours')
  expect(ownerOf({ ...nobody, reference, notices: undefined, key, isRefused: true })).toBe('other_shop')
})

test.each([
  ['without a reference', undefined, undefined, 'perhaps_ours'],
  ['without a reference, and notices here', undefined, 'here', 'perhaps_ours'],
  ['of another form', 'WC10523', undefined, 'other_shop'],
] as const)('classifies a payment that another account received, %s', (_, reference, notices, owner) => {
  const origin = { ...nobody, reference, notices, isOfOtherAccount: true }
  expect(ownerOf(origin)).toBe(owner)
  expect(ownerOf({ ...origin, isKnown: true })).toBe('ours')
  expect(ownerOf({ ...origin, isConfirmed: true })).toBe('ours')
})

test('without a configured key, no receiving key identifies the owner', () => {
  expect([receivedBy('their-key', undefined), receivedBy(undefined, undefined)]).toEqual([
    undefined,
    undefined,
  ])
})

test.each([
  [{ chargeId: null, reference: made.single }, true],
  [{ chargeId: null, reference: 'loja velha #7' }, true],
  [{ chargeId: null, reference: null }, false],
  [{ chargeId: id, reference: made.single }, false],
])('%o needs the decision of a person: %s', (payment, expected) => {
  expect(needsConfirmation(payment)).toBe(expected)
})

const ours = 'https://loja.example/webhooks/mercadopago?source_news=webhooks'
test.each([
  [ours, 'here'],
  ['https://loja.example/webhooks/mercadopago', 'here'],
  ['https://loja.example/webhooks/mercadopago?source_news=ipn&x=1', 'here'],
  ['https://LOJA.example:443/webhooks/mercadopago', 'here'],
  ['https://loja.example/webhooks/outro', 'elsewhere'],
  ['http://loja.example/webhooks/mercadopago', 'elsewhere'],
  ['https://loja.example.com/webhooks/mercadopago', 'elsewhere'],
  ['https://loja.example@outra.example/webhooks/mercadopago', 'elsewhere'],
  ['não é um endereço', 'elsewhere'],
  ['', 'elsewhere'],
  [undefined, undefined],
])('notices to %s go %s', (stated, expected) => {
  expect(noticeDestination(stated, ours)).toBe(expected)
  expect(noticeDestination(stated, undefined)).toBe(stated === undefined ? undefined : 'elsewhere')
})

test.each([
  ['PARC_0a1b2c3d', 'https://outra.example/webhooks/mercadopago?x=1', true],
  ['mult_0A1B2C3D_9', 'https://outra.example/elsewhere', true],
  ['PARC_0a1b2c3d', 'https://loja.example/anything', false],
  ['PARC_0a1b2c3d', 'https://antes.example/webhooks', false],
  ['PARC_0a1b2c3d', 'http://loja.example/webhooks', true],
  ['pedido 77', 'https://outra.example/webhooks', false],
  [undefined, 'https://outra.example/webhooks', false],
  ['PARC_0a1b2c3d', undefined, false],
  ['PARC_0a1b2c3d', 'not an address', false],
])(
  'a payment with reference %s and notices to %s is of another installation: %s',
  (reference, noticesTo, isOther) => {
    const ours = ['https://loja.example/webhooks/mercadopago', 'https://antes.example']
    expect(isOfAnotherInstallation({ reference, noticesTo }, ours)).toBe(isOther)
  },
)

test('two unreadable addresses do not match', () => {
  expect(noticeDestination('no address', 'none either')).toBe('elsewhere')
})

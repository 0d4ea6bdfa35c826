import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCep, isCep, maskCep, normalizeCep } from '../../src/core/cep.ts'
import { cnpjCheckDigits, formatCnpj, isCnpj, maskCnpj, normalizeCnpj } from '../../src/core/cnpj.ts'
import { concealCpf, formatCpf, isCpf, maskCpf, namesCpf, normalizeCpf } from '../../src/core/cpf.ts'
import {
  concealDocument,
  documentKind,
  formatDocument,
  isDocument,
  maskDocument,
  normalizeDocument,
} from '../../src/core/documento.ts'
import {
  AREA_CODES,
  formatPhone,
  isMobilePhone,
  isPhone,
  maskPhone,
  normalizePhone,
  phoneKind,
} from '../../src/core/phone.ts'

test.each(['529.982.247-25', '111.444.777-35', '000.000.001-91', '52998224725'])(
  '%s is a valid CPF',
  (text) => {
    expect(isCpf(text)).toBe(true)
    expect(isCpf(formatCpf(normalizeCpf(text)))).toBe(true)
  },
)

test.each(['123.456.789-00', '529.982.247-24', '5299822472', '529982247255', '529.982.247-2A', ''])(
  '%s is not a valid CPF',
  (text) => expect(isCpf(text)).toBe(false),
)

test('a repeated digit is not a CPF', () => {
  for (const digit of '0123456789') expect(isCpf(digit.repeat(11))).toBe(false)
})

test('changing any single digit makes a CPF invalid', () => {
  const cpf = '52998224725'
  for (let at = 0; at < cpf.length; at++) {
    const other = (Number(cpf[at]) + 1) % 10
    expect(isCpf(cpf.slice(0, at) + other + cpf.slice(at + 1))).toBe(false)
  }
})

test('a CPF is formatted and concealed', () => {
  expect(formatCpf('52998224725')).toBe('529.982.247-25')
  expect(concealCpf('529.982.247-25')).toBe('***.982.247-**')
})

test.each(['12.ABC.345/01DE-35', '12abc34501de35', '1345C3A5000106', 'R55231B3000757', '11.222.333/0001-81'])(
  '%s is a valid CNPJ',
  (text) => expect(isCnpj(text)).toBe(true),
)

test.each([
  '12.ABC.345/01DE-36',
  '00000000000000',
  '11111111111111',
  '1122233300018',
  '11.222.333/0001-8A',
  '',
])('%s is not a valid CNPJ', (text) => expect(isCnpj(text)).toBe(false))

test('any twelve characters with their check digits are a CNPJ, also after formatting', () => {
  const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const bases = fc.string({ unit: characters, minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(bases, (base) => {
      fc.pre(!/^(.)\1*$/.test(base))
      const cnpj = base + cnpjCheckDigits(base)
      expect(isCnpj(cnpj)).toBe(true)
      expect(normalizeCnpj(formatCnpj(cnpj))).toBe(cnpj)
    }),
  )
})

test('both documents are recognized, normalized, formatted and masked', () => {
  expect(documentKind('529.982.247-25')).toBe('cpf')
  expect(documentKind('12.abc.345/01de-35')).toBe('cnpj')
  expect(isDocument('123')).toBe(false)
  expect(normalizeDocument('12.abc.345/01de-35')).toBe('12ABC34501DE35')
  expect(formatDocument('11222333000181')).toBe('11.222.333/0001-81')
  expect(formatDocument('texto')).toBe('texto')
  expect(maskDocument('52998224725')).toBe('529.982.247-25')
  expect(maskDocument('112223330001')).toBe('11.222.333/0001')
  expect(concealDocument('52998224725')).toBe('***.982.247-**')
  expect(concealDocument('11222333000181')).toBe('11.222.333/0001-81')
})

test.each([
  ['(48) 99999-1234', 'mobile', '+5548999991234'],
  ['+55 48 99999-1234', 'mobile', '+5548999991234'],
  ['048 3222-1234', 'landline', '+554832221234'],
  ['55999991234', 'mobile', '+5555999991234'],
  ['(20) 99999-1234', undefined, undefined],
  ['(48) 89999-1234', undefined, undefined],
  ['(48) 1222-1234', undefined, undefined],
  ['48 99999-123a', undefined, undefined],
])('reads the telephone %s as %s', (text, kind, stored) => {
  expect(phoneKind(text)).toBe(kind)
  expect(isPhone(text)).toBe(kind !== undefined)
  expect(isMobilePhone(text)).toBe(kind === 'mobile')
  expect(normalizePhone(text)).toBe(stored)
})

test('there are 67 area codes; phone numbers of each are normalized and formatted', () => {
  expect(AREA_CODES.size).toBe(67)
  for (const areaCode of AREA_CODES) {
    const stored = normalizePhone(`${areaCode}987654321`)
    expect(stored).toBe(`+55${areaCode}987654321`)
    expect(formatPhone(stored ?? '')).toBe(`(${areaCode}) 98765-4321`)
    expect(normalizePhone(formatPhone(stored ?? ''))).toBe(stored)
  }
})

test.each([
  ['4', '(4'],
  ['48', '(48'],
  ['489', '(48) 9'],
  ['4832221234', '(48) 3222-1234'],
  ['48999991234', '(48) 99999-1234'],
  ['489999912345', '(48) 99999-1234'],
  ['+5548999991234', '(48) 99999-1234'],
  ['+55', '+55'],
  ['+55 9', '(9'],
  ['+55 91 98888-7777', '(91) 98888-7777'],
  ['5591988887777', '(91) 98888-7777'],
  ['554832221234', '554832221234'],
  ['55999991234', '(55) 99999-1234'],
  ['+351 912 345 678', '+351912345678'],
])('typing %s shows %s', (typed, shown) => {
  expect(maskPhone(typed)).toBe(shown)
  expect([...typed].reduce((before, key) => maskPhone(before + key), '')).toBe(shown)
})

test('a postal code has eight digits', () => {
  expect(isCep('88010-000')).toBe(true)
  expect(isCep('88.010-000')).toBe(true)
  expect(isCep('8801000')).toBe(false)
  expect(isCep('00000-000')).toBe(false)
  expect(normalizeCep('88010-000')).toBe('88010000')
  expect(formatCep('88010000')).toBe('88010-000')
})

test.each([
  ['maskCpf', maskCpf, 14],
  ['maskCnpj', maskCnpj, 18],
  ['maskPhone', maskPhone, 16],
  ['maskCep', maskCep, 9],
  ['maskDocument', maskDocument, 18],
])('%s keeps its length and is unchanged the second time', (_name, mask, length) => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-. ()+') })),
      (text) => {
        const masked = mask(text)
        expect(masked.length).toBeLessThanOrEqual(length)
        expect(mask(masked)).toBe(masked)
      },
    ),
  )
})

test.each([
  ['529', '529'],
  ['5299', '529.9'],
  ['529982247', '529.982.247'],
  ['5299822472', '529.982.247-2'],
])('a partly typed CPF, %s, shows %s', (typed, shown) => {
  expect(maskCpf(typed)).toBe(shown)
})

test.each([
  ['cpf', isCpf, '52998224725'],
  ['cnpj', isCnpj, '12ABC34501DE35'],
  ['cep', isCep, '88010000'],
  ['telephone', isPhone, '48999991234'],
] as const)('a %s has nothing before or after it', (_, isRight, text) => {
  expect(isRight(text)).toBe(true)
  expect(isRight(` ${text} `)).toBe(true)
  for (const other of [`#${text}`, `${text}#`, `${text.slice(0, 3)}#${text.slice(3)}`]) {
    expect(isRight(other), other).toBe(false)
  }
})

test('a CNPJ has fourteen characters, the last two of them digits', () => {
  expect(isCnpj('112ABC34501DE35')).toBe(false)
  expect(isCnpj('12ABC34501DE351')).toBe(false)
  expect(isCnpj('12ABC34501DEAB')).toBe(false)
  // Correct check digits do not make a text valid that is too long.
  for (const text of ['12ABC34501DE735', '12ABC34501DE7335']) expect(isCnpj(text), text).toBe(false)
})

test('formats documents with their punctuation, and leaves invalid ones unchanged', () => {
  expect(['52998224725', '12abc34501de35', 'x1'].map(formatDocument)).toEqual([
    '529.982.247-25',
    '12.ABC.345/01DE-35',
    'x1',
  ])
})

test('a postal code may begin with zeros, and does not consist of zeros', () => {
  expect(isCep('00000001')).toBe(true)
  expect(isCep('00000000')).toBe(false)
})

test('check digits are zero where the remainder is 0 or 1', () => {
  // Each compared with the Receita Federal's sums, computed separately: remainders 0, 1, 2 and 10 of the first digit.
  for (let base = 100_000_000_000; base < 100_000_000_200; base++) {
    const text = String(base)
    const digit = (known: string, weights: readonly number[]) => {
      const rest = weights.reduce((total, weight, at) => total + weight * Number(known[at]), 0) % 11
      return rest <= 1 ? '0' : String(11 - rest)
    }
    const first = digit(text, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(cnpjCheckDigits(text)).toBe(first + digit(text + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]))
  }
})

test('a CPF’s check digit is zero for a remainder of ten', () => {
  for (let base = 100_000_000; base < 100_000_200; base++) {
    const digit = (known: string) => {
      const total = [...known].reduce((sum, one, at) => sum + Number(one) * (known.length + 1 - at), 0)
      return total % 11 < 2 ? '0' : String(11 - (total % 11))
    }
    const first = digit(String(base))
    expect(isCpf(`${base}${first}${digit(base + first)}`)).toBe(true)
  }
})

test.each([
  ['+55 (55) 99999-1234', '+5555999991234'],
  ['5548999991234', '+5548999991234'],
  ['554833334444', '+554833334444'],
  ['55999991234', '+5555999991234'],
  ['00 48 99999-1234', '+5548999991234'],
  ['+55 0048 99999-1234', '+5548999991234'],
  ['0055 91 98888-7777', '+5591988887777'],
  // Digits are missing: what is left is not a number of area code 55.
  ['+55 91 98888-77', undefined],
  ['0055 91 98888-77', undefined],
  ['489999912345', undefined],
  ['48 9 9999 123', undefined],
  ['48333344445', undefined],
  ['4813334444', undefined],
] as const)('the telephone %s is stored as %s', (text, stored) => {
  expect(normalizePhone(text)).toBe(stored)
})

test.each([
  '529.982.247-25',
  '52998224725',
  '529 982 247 25',
  '529.982.247\u201325',
  '529\u00a0982\u00a0247\u00a025',
  '529-982-247-25',
  '529.982.247/25',
  '５２９.９８２.２４７-２５',
  '529 . 982 . 247 - 25',
  '529,982,247-25',
  '529_982_247_25',
  '529·982·247-25',
  '529.\u200b982.247-25',
])('finds the CPF in a text that says %s', (written) => {
  expect(namesCpf(`O CPF (${written}) foi aceito.`)).toBe(true)
})

test.each([
  '529.982.247-26',
  '1529.982.247-25',
  '529 982 2472 5',
  'R$ 529,98 em 22/07/2025',
  '111.111.111-11',
])('finds no CPF in a text that says %s', (written) =>
  expect(namesCpf(`O valor ${written} foi aceito.`)).toBe(false),
)

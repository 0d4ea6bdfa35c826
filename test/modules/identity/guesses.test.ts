import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { commonWords } from '../../../src/modules/identity/common-words.server.ts'
import { fold, guessesLog10, MIN_GUESSES_LOG10 } from '../../../src/modules/identity/domain/guesses.ts'
import { personalWords } from '../../../src/modules/identity/domain/personal-words.ts'
import { DEMO_ACCOUNTS } from '../../../src/platform/demo.ts'
import { minProcessorTime } from '../../support/processor-time.ts'

const rankOf = await commonWords()
const joana = {
  email: 'joana.wanderlei@zuppelli.com.br',
  nome: 'Joana Wanderlei Brüggemann',
  documento: '529.982.247-25',
  telefone: '(48) 99734-1286',
}
const personal = personalWords(joana, ['Recomeço', 'Zanfrilli Serviços Ltda'])
const guesses = (password: string) => guessesLog10(password, { rankOf, personal })

test.each([
  // Passwords of the issue, of the demonstration accounts, and typical results of forms that require four character classes.
  ...[
    'Brasil@2027',
    ...DEMO_ACCOUNTS.map(({ password }) => password),
    'Recomeço@2027',
    'Senha@123',
    'S3nh@2027!',
  ],
  ...['Mudar@123', 'Password1!', 'P@ssw0rd2026!', 'Admin@2026', 'Teste@1234', 'Bemvindo@1', 'Trocar@123'],
  // Months, seasons, teams, names, with a year or consecutive digits.
  ...[
    'Janeiro@2026',
    'Verão@2027',
    'Verao!2027',
    'Flamengo@1981',
    '2026@Flamengo',
    'Corinthians#12!',
    'Maria@1990',
  ],
  ...['Vasco@1898', 'Joinville@2026', 'Neymar@10', 'Lula@2022', 'Bolsonaro@22', 'EuTeAmo@1', 'Salmo@91'],
  ...['Whatsapp@1', 'Facebook@123', 'Instagram@22', 'Samsung@2026', 'Nubank@2026', 'Iphone@15'],
  ...['Gabriel123!', '!Lucas2010', 'Deus@2026', 'Jesus@777', 'TeAmo@123', 'Familia@2026', 'Sexta@2026'],
  // Keyboard walks, sequences, repeats.
  ...[
    '1qaz@WSX',
    'Qwer@1234',
    '!QAZ2wsx',
    'Qwerty@123',
    'Asdf@1234',
    'Abcd@1234',
    'Aa@123456',
    'Aa1@aaaaaaaa',
  ],
  ...['Abc@12345678', 'Zxcvbnm1@', '9876543210Aa@', 'Aa@67890123', 'Aa@32109876', 'A1b2c3d4!', 'Q1w2e3r4!'],
  // Data of the person and of the company.
  ...[
    'Joana@2026',
    'Wanderlei@1',
    'Bruggemann1!',
    'Zuppelli@2026',
    'Zanfrilli@2026',
    'Joana.wanderlei1@',
    'Aa@52998224725',
  ],
  ...['Joana@99734', 'J0ana@1286', '@Joana1286'],
  // Long, but still guessed immediately.
  ...['senha senha minha senha', '123456 123456 Ab@', 'brasil brasil brasil', `Aa1@${'a'.repeat(124)}`],
  ...['maria joana maria joana', 'Recomeco@2026 Recomeco@2026', 'Brasil@2027-Brasil@2027'],
])('"%s" is refused', (password) => {
  expect(guesses(password)).toBeLessThan(MIN_GUESSES_LOG10)
})

test.each([
  ...[
    'Girassol@77',
    'Girassol7&',
    'Ipe-amarelo@88',
    'Horizonte@9',
    'Certa#2026!x',
    'xK9$mQ2v',
    'Tj4&vBn8w',
    'Do-impostor@31',
  ],
  ...[
    'a chuva molha o quintal',
    'três gatos cinzentos dormem',
    'cafe-com-leite-na-varanda',
    'correto cavalo bateria grampo',
  ],
  ...['Casa azul da rua 7!', 'meu vizinho toca sanfona mal'],
])('"%s" passes', (password) => {
  expect(guesses(password)).toBeGreaterThanOrEqual(MIN_GUESSES_LOG10)
})

test('knows the hundred thousand most used passwords by rank, including the last', () => {
  const file = inRoot('src/modules/identity/data/common-words.txt.gz')
  const listed = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  expect(listed).toHaveLength(114_332)
  expect(listed.filter((word, rank) => rankOf(word) !== rank)).toEqual([])
  // Of the last thousand of the leaked passwords.
  for (const word of ['joecool1', '07042001', '070162']) expect(rankOf(word)).toBeGreaterThan(90_000)
  expect(rankOf('123456')).toBeLessThan(20)
  expect(rankOf('brasil')).toBeLessThan(20)
  expect(rankOf('girassol-que-nao-esta')).toBeUndefined()
  expect(rankOf('')).toBeUndefined()
})

test('checks any password within a moment', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 128, unit: 'grapheme' }),
    fc.string({ maxLength: 128, unit: fc.constantFrom('a', '1', '@', 'q', 'w', '9', '0') }),
    fc
      .constantFrom('a', '01', '123456789', '1qaz', 'İ', '\u0301', 'ﷺ')
      .map((part) => part.repeat(128).slice(0, 128)),
  )
  const [numRuns, momentMs] = [200, 50]
  const ms = await minProcessorTime(numRuns * momentMs, () =>
    fc.assert(
      fc.property(text, (password) => {
        expect(guesses(password)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns },
    ),
  )
  expect(ms / numRuns).toBeLessThan(momentMs)
})

test('the work is bounded by the longest password, whatever its letters fold to', () => {
  const wordsLookedUp = (password: string) => {
    let count = 0
    guessesLog10(password, { rankOf: () => void count++, personal: new Set() })
    return count
  }
  const plain = 'quarenta e dois gatos de rua '.repeat(5).slice(0, 128)
  for (const letter of ['ﷺ', '⨌', '㌳'])
    expect(wordsLookedUp(`Aa1!${letter.repeat(124)}`)).toBeLessThanOrEqual(3 * wordsLookedUp(plain))
})

test('a longer password is never easier, however it ends', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 5 }), (start, end) => {
      // The end may complete a known word, so only unknown words are compared.
      const unknown = { rankOf: () => undefined, personal: new Set<string>() }
      expect(guessesLog10(start + start, unknown)).toBeLessThanOrEqual(
        2 * guessesLog10(start, unknown) + 0.001,
      )
      expect(guessesLog10(start + end, unknown)).toBeLessThanOrEqual(
        guessesLog10(start, unknown) + guessesLog10(end, unknown) + 0.301,
      )
    }),
    { numRuns: 100 },
  )
})

test.each(['234567', '890123', '321098', 'cdefgh'])('%s is one sequence, also across the zero', (text) => {
  const unknown = { rankOf: () => undefined, personal: new Set<string>() }
  expect(guessesLog10(text, unknown)).toBe(guessesLog10('345678', unknown))
  expect(guessesLog10(text, unknown)).toBeLessThan(2)
})

const ranks = (words: Readonly<Record<string, number>>) => (word: string) => words[word]
const cost = (
  password: string,
  {
    rankOf = ranks({}),
    personal = [],
  }: { rankOf?: (word: string) => number | undefined; personal?: string[] } = {},
) => guessesLog10(password, { rankOf, personal: new Set(personal) })

test.each([
  ['a character', 'k', 1],
  ['a space', ' ', 0.5],
  ['capitals', 'K', 1.3],
  ['a sequence', 'abcde', 1.5],
  ['keys', 'qwert', 1.7],
  ['keys with two turns', 'qwsa', 1.7 + 2 * 0.35],
  ['a year', '1984', 2],
  ['a date', '31121984', 4],
  ['the beginning repeated', 'mvqmvq', 3.5],
  ['the beginning repeated to the end', 'mvqmvqmvq', 3.5],
  ['a sequence of three', 'abc', 1.5],
  ['two in a row, not a sequence', 'ab', 2],
  ['every second letter', 'ace', 3],
  ['four keys', 'qwer', 1.7],
  ['three keys, not a walk', 'qwe', 3],
  ['keys from top to bottom', '2wsx', 1.7],
  ['keys from bottom to top', 'zaq1', 1.7],
  ['keys from right to left', 'rewq', 1.7],
  ['keys of two rows that are not neighbours', '1zs2', 4],
  ['keys with one skipped', 'wrty', 4],
  ['keys with a row skipped', '1asd', 4],
  ['a date of six digits', '311299', 4],
  ['a date behind a letter', 'm311299', 5],
  ['a date, and six letters', '311299mvqzjw', 10],
  ['the last year of a century', '1999', 2],
  ['the year of an old club', '1895', 2],
  ['a number of four digits', '1853', 4],
  ['three letters again, after a sign', 'mvq#mvq', 4.5],
  ['three letters again, after a sign and before another', 'mvq#mvq#', 4.5],
  ['three letters again, after a sign and before a letter', 'mvq#mvqz', 8],
  ['two letters again, after a sign', 'mv#mv', 5],
  ['a number of another century', '2185', 4],
])('the guessing cost of %s', (_, password, expected) => {
  expect(cost(password)).toBeCloseTo(expected, 9)
})

test('the cost of a word depends on its rank, its disguise, and whose it is', () => {
  const personal = ['joana', 'milho', 'salada']
  expect(cost('joana', { personal })).toBe(1)
  expect(cost('Joana', { personal })).toBe(1.3)
  expect(['j0ana', 'm1lho', 'sa1ada'].map((word) => cost(word, { personal }))).toEqual([1.5, 1.5, 1.5])
  expect(cost('tvgkm', { rankOf: ranks({ tvgkm: 98 }) })).toBe(2)
  expect(cost('tvg', { rankOf: ranks({ tvg: 8 }) })).toBe(1)
  // Two letters do not count as a word, and of two interpretations the cheaper one counts.
  expect(cost('tv', { rankOf: ranks({ tv: 0 }) })).toBe(2)
  expect(cost('t1v', { personal: ['t1v'], rankOf: ranks({ tiv: 100 }) })).toBe(1)
})

test('a word has at most 24 characters', () => {
  const word = 'mkfvbqzjwphtxrgdlcnsyaoem'
  const rankOf = (text: string) => (text.length >= 24 ? 8 : undefined)
  expect(cost(word.slice(0, 24), { rankOf })).toBe(1)
  expect(cost(word, { rankOf })).toBe(2)
})

test('typographic variants are the same guess', () => {
  expect(['Ｓｅｎｈａ', 'ÉPOCA', 'ﬁm'].map(fold)).toEqual(['senha', 'epoca', 'fim'])
})

test('a repeated beginning, then a word that begins alike', () => {
  expect(cost('mvqmvqmilho', { personal: ['milho'] })).toBe(4.5)
})

test.each(
  Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', 1: 'i', '!': 'l' }),
)('a %s is a disguised %s', (sign, letter) => {
  expect(cost(`v${sign}k`, { personal: [`v${letter}k`] })).toBe(1.5)
})

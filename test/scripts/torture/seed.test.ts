import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks } from '../../../scripts/torture/checks.ts'
import { scheduleMishaps } from '../../../scripts/torture/faults.ts'
import { planted, plants } from '../../../scripts/torture/plants.ts'
import { random } from '../../../scripts/torture/random.ts'
import { writeScript } from '../../../scripts/torture/script.ts'

const settings = { seconds: 60, processes: ['simulator', 'web 1', 'web 2', 'worker 1'] }
const scripts = (seed: string, count: number) =>
  Array.from({ length: count }, (_, index) => writeScript(random(seed).fork(`customer ${index}`), settings))

test('a seed makes the same customers again, however many there are, and another seed others', () => {
  expect(scripts('7', 50)).toEqual(scripts('7', 80).slice(0, 50))
  expect(scripts('7', 50)).not.toEqual(scripts('8', 50))
})

test('a seed makes the same bad luck again', () => {
  expect(scheduleMishaps(random('7'), settings)).toEqual(scheduleMishaps(random('7'), settings))
  expect(scheduleMishaps(random('7'), settings)).not.toEqual(scheduleMishaps(random('8'), settings))
})

test('every way of paying, every fault and every lever comes up', () => {
  const acts = new Set(scripts('1', 400).flatMap(({ acts }) => acts.map((act) => act.do)))
  expect([...acts].sort()).toEqual([
    'at-once',
    'charge',
    'check',
    'consult',
    'hire',
    'pay',
    'pay-again',
    'renew',
    'sign-up',
    'withdraw',
  ])
  const luck = scheduleMishaps(random('1'), { ...settings, seconds: 2_000 })
  const kinds = luck.map((one) =>
    one.what === 'lever' ? one.name : one.what === 'faults' ? one.names : one.what,
  )
  expect(new Set(kinds.flat()).size).toBeGreaterThanOrEqual(34)
})

test.each(Object.entries(plants))('the text that the plant %s replaces is in the code', (_, plant) => {
  const code = readFileSync(plant.file, 'utf8')
  expect(planted(plant, code)).not.toBe(code)
  expect(Object.keys(checks)).toEqual(expect.arrayContaining([...plant.foundBy]))
})

test('a plant whose text is gone is an error', () => {
  const plant = { mistake: '', file: 'x.ts', from: 'lock', to: '', foundBy: [] }
  expect(() => planted(plant, 'unlocked, locked')).toThrow('2 times')
  expect(() => planted(plant, 'nothing')).toThrow('0 times')
})

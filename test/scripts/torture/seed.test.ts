import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scheduleFaults } from '../../../scripts/torture/faults.ts'
import { invariants } from '../../../scripts/torture/invariants.ts'
import { random } from '../../../scripts/torture/random.ts'
import { seedBug } from '../../../scripts/torture/run-seeded-bug.ts'
import { seededBugs } from '../../../scripts/torture/seeded-bugs.ts'
import { generateWorkload } from '../../../scripts/torture/workload.ts'

const settings = { seconds: 60, processes: ['simulator', 'web 1', 'web 2', 'worker 1'] }
const workloads = (seed: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    generateWorkload(random(seed).fork(`customer ${index}`), settings),
  )

test('a seed repeats the same workloads for any number of customers', () => {
  expect(workloads('7', 50)).toEqual(workloads('7', 80).slice(0, 50))
  expect(workloads('7', 50)).not.toEqual(workloads('8', 50))
})

test('a seed repeats the same fault schedule', () => {
  expect(scheduleFaults(random('7'), settings)).toEqual(scheduleFaults(random('7'), settings))
  expect(scheduleFaults(random('7'), settings)).not.toEqual(scheduleFaults(random('8'), settings))
})

test('every action, every fault and every control occurs', () => {
  const actions = new Set(workloads('1', 400).flatMap(({ actions }) => actions.map((action) => action.do)))
  expect([...actions].sort()).toEqual([
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
  const luck = scheduleFaults(random('1'), { ...settings, seconds: 2_000 })
  const kinds = luck.map((one) =>
    one.kind === 'control' ? one.name : one.kind === 'simulator' ? one.names : one.kind,
  )
  expect(new Set(kinds.flat()).size).toBeGreaterThanOrEqual(34)
})

test.each(Object.entries(seededBugs))('the text that the seeded bug %s replaces is in the code', (_, bug) => {
  const code = readFileSync(bug.file, 'utf8')
  expect(seedBug(bug, code)).not.toBe(code)
  expect(Object.keys(invariants)).toEqual(expect.arrayContaining([...bug.detectedBy]))
})

test('a seeded bug whose text is missing is an error', () => {
  const bug = { description: '', file: 'x.ts', from: 'lock', to: '', detectedBy: [] }
  expect(() => seedBug(bug, 'unlocked, locked')).toThrow('2 times')
  expect(() => seedBug(bug, 'nothing')).toThrow('0 times')
})

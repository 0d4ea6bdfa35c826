import { expect, test } from 'vitest'
import { contentIn } from '../../../src/modules/catalogue/domain/contents.ts'
import {
  catalogueOf,
  holdingAt,
  periodsOf,
  replacedBy,
  type Version,
} from '../../../src/modules/catalogue/domain/versions.ts'
import { type LookupContent, proofProblem, release } from '../../../src/modules/catalogue/public.ts'

const now = new Date('2026-12-01T12:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

function version(number: number, holdsFrom: Date, price: number, subject = 'lookup:cpf'): Version {
  const content = { ...(contentIn(release, subject) as LookupContent), price }
  return { subject, number, content, holdsFrom }
}

const priceAt = (periods: ReturnType<typeof periodsOf>, moment: Date) =>
  catalogueOf(periods, moment)?.consultations[0]?.price

test('without a version the release applies, unchanged', () => {
  const periods = periodsOf(release, [], now)
  expect(catalogueOf(periods, now)).toBe(release)
  expect(catalogueOf(periods, new Date(0))).toBe(release)
})

test('the version that began last applies; of two that began together, the higher number', () => {
  const versions = [version(1, at(-3), 100), version(2, at(-1), 200), version(3, at(-2), 300)]
  expect(holdingAt(versions, now)?.number).toBe(2)
  expect(holdingAt([...versions, version(4, at(-1), 400)], now)?.number).toBe(4)
  expect(holdingAt([version(4, at(-1), 400), ...versions], now)?.number).toBe(4)
  expect(holdingAt(versions, at(-2.5))?.number).toBe(1)
  expect(holdingAt(versions, at(-4))).toBeUndefined()
  expect(holdingAt(versions, at(-3))?.number).toBe(1)
})

test('a version replaces the one that applied when it began, whatever their numbers', () => {
  const [first, planned, between] = [version(1, at(-3), 100), version(2, at(5), 200), version(3, at(-1), 300)]
  const versions = [planned, between, first]
  expect(replacedBy(first, versions)).toBeUndefined()
  expect(replacedBy(between, versions)).toBe(first)
  expect(replacedBy(planned, versions)).toBe(between)
  const together = version(4, at(-1), 400)
  expect(replacedBy(together, [...versions, together])).toBe(between)
  expect(replacedBy(between, [...versions, together])).toBe(first)
})

test('scheduled versions begin at their moments, one after the other', () => {
  const periods = periodsOf(release, [version(2, at(2), 300), version(1, at(1), 200)], now)
  expect(periods).toHaveLength(3)
  expect(priceAt(periods, now)).toBe(1_500)
  expect(priceAt(periods, new Date(at(1).getTime() - 1))).toBe(1_500)
  expect(priceAt(periods, at(1))).toBe(200)
  expect(priceAt(periods, at(2))).toBe(300)
})

test('the same versions form the same catalogue, in whatever order they are read', () => {
  const versions = [version(1, at(-1), 200), version(2, at(-2), 300, 'lookup:bacen')]
  expect(periodsOf(release, versions.toReversed(), now)).toEqual(periodsOf(release, versions, now))
})

test('versions that begin together form one period', () => {
  const both = [version(1, at(1), 200), version(1, at(1), 300, 'lookup:bacen')]
  const periods = periodsOf(release, both, now)
  expect(periods).toHaveLength(2)
  const prices = catalogueOf(periods, at(1))?.consultations.map(({ price }) => price)
  expect(prices).toEqual([200, 2_500, 300, 20_000])
})

test('each different content has another version, and the day of its change in São Paulo', () => {
  const late = new Date('2026-12-02T01:30:00Z')
  const periods = periodsOf(release, [version(1, late, 200), version(1, now, 300, 'lookup:bacen')], now)
  const [today, tomorrow] = periods.map(({ catalogue }) => catalogue)
  expect(today).toMatchObject({ version: 'release lookup:bacen/1', changed: '2026-12-01' })
  expect(tomorrow).toMatchObject({ changed: '2026-12-01' })
  expect(new Set(['release', today?.version, tomorrow?.version]).size).toBe(3)
})

test('a version of a subject that this release lacks changes nothing', () => {
  const gone = { ...version(1, at(-1), 200), subject: 'lookup:gone' }
  const holding = catalogueOf(periodsOf(release, [gone], now), now)
  expect(holding?.consultations).toEqual(release.consultations)
})

test('a public claim needs evidence that has not expired', () => {
  const proof = { evidence: 'Contrato social', expires: null, hidden: false }
  expect(proofProblem(proof, '2026-12-01')).toBeUndefined()
  expect(proofProblem({ ...proof, expires: '2026-12-01' }, '2026-12-01')).toBeUndefined()
  expect(proofProblem({ ...proof, expires: '2026-11-30' }, '2026-12-01')).toBe('expired')
  expect(proofProblem({ ...proof, evidence: null, expires: '2026-11-30' }, '2026-12-01')).toBe('no_evidence')
})

test('the day of the last change is the latest of all, including the release', () => {
  const later = version(1, at(48), 200)
  const earlier = version(1, at(24), 300, 'lookup:bacen')
  const old = version(1, new Date('2020-01-02T12:00:00Z'), 300, 'lookup:rating')
  const changedOn = (versions: Version[]) =>
    catalogueOf(periodsOf(release, versions, at(72)), at(72))?.changed
  expect(changedOn([later, earlier, old])).toBe('2026-12-03')
  expect(changedOn([earlier, old, later])).toBe('2026-12-03')
  expect(changedOn([old])).toBe(release.changed)
})

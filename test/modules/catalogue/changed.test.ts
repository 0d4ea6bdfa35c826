import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  allClaims,
  catalogueVersion,
  consultations,
  services,
  testimonials,
} from '../../../src/modules/catalogue/public.ts'
import { landingCopy } from '../../../src/web/copy/landing.ts'

test('the date of the last change is updated with the texts and prices of the catalogue and the landing page', () => {
  // If this fails: in src/modules/catalogue/changed.ts set `changed` to today and `sha256` to the received value.
  expect(hashOf([services, consultations, allClaims, testimonials, landingCopy])).toBe(
    catalogueVersion.sha256,
  )
})

test('a single centavo is a change', () => {
  const [first, ...others] = services
  const dearer = { ...first, priceFrom: (first?.priceFrom ?? 0) + 1 }
  expect(hashOf([dearer, ...others])).not.toBe(hashOf(services))
})

function hashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

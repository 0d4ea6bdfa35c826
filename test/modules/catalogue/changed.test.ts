import { expect, test } from 'vitest'
import { catalogueVersion, release } from '../../../src/modules/catalogue/public.ts'
import { landingCopy } from '../../../src/web/copy/landing.ts'
import { releasePages } from '../../../src/web/copy/pages.ts'
import { fingerprint } from '../../support/fingerprint.ts'

const { claims: allClaims, consultations, services, testimonials } = release

test('the date of the last change is updated with the prices of the catalogue and the texts of its pages', () => {
  // Legal texts have versions of their own.
  const pages = releasePages.filter(({ id }) => id !== 'terms' && id !== 'privacy')
  // If this fails: in src/modules/catalogue/changed.ts set `changed` to today and `sha256` to the received value.
  expect(fingerprint([services, consultations, allClaims, testimonials, landingCopy, pages])).toBe(
    catalogueVersion.sha256,
  )
})

test('a change of one centavo counts as a change', () => {
  const [first, ...others] = services
  const dearer = { ...first, priceFrom: (first?.priceFrom ?? 0) + 1 }
  expect(fingerprint([dearer, ...others])).not.toBe(fingerprint(services))
})

test('ignores a property with an unknown name', () => {
  expect(fingerprint({ price: 1, texts: ['a'] })).toBe(fingerprint({ amount: 1, paragraphs: ['a'] }))
})

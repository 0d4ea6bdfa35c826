import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkingSignIn } from '../../src/web/copy/enhance.ts'
import { showSlowSignInStatus } from '../../src/web/enhance/protected.ts'

test('a click before the page has loaded shows the status of a slow protected page; a restored page does not', async () => {
  document.body.dataset.signInPages = '/tracking /payments'
  const link = Object.assign(document.createElement('a'), { href: '/tracking', textContent: 'Acompanhar' })
  document.body.append(link)
  showSlowSignInStatus()
  // The page of the test stays, and the clicks of the other files are theirs again.
  const stay = new AbortController()
  document.addEventListener('click', (event) => event.preventDefault(), stay)
  onTestFinished(() => stay.abort())
  const show = (persisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  link.click()
  show(false)
  await expect.element(page.getByText(checkingSignIn)).toBeVisible()
  show(true)
  expect(document.querySelector('.checking')).toBeNull()
})

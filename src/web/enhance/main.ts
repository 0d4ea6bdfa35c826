/**
 * Progressive enhancement of complete pages. Code that only some pages need is imported when an element requires it. Where React
 * runs (docs/decisions/0033), only the frame around it is enhanced here.
 */
import { preventDoubleSubmits } from './busy.ts'
import { enableDialogs, openDialog } from './dialog.ts'
import { restoreFocus } from './first-focus.ts'
import { forEachElement, onFirstFocus } from './lazy.ts'
import { enableMenu } from './menu.ts'
import { showSlowSignInStatus } from './protected.ts'
import { makeRoomForPaste } from './room-for-paste.ts'
import { enableToasts, showToast } from './toasts.ts'

// The answer to a form becomes an ordinary page of the browser's history: going back to it asks for the page instead of submitting again.
history.replaceState(history.state, '', location.href)

enableToasts()
enableMenu()
enableDialogs()
restoreFocus()
preventDoubleSubmits()
showSlowSignInStatus()

// Without cookies, signing in leads back here and nothing says why.
if (navigator.cookieEnabled === false)
  forEachElement('[data-without-cookies]', (notice) => {
    notice.hidden = false
  })

onFirstFocus('[data-mask]', async (field) => {
  makeRoomForPaste(field)
  const { maskField } = await import('./masks.ts')
  maskField(field)
})
onFirstFocus('[data-new-password]', async (field) => {
  if (field instanceof HTMLInputElement) (await import('./password-rules.ts')).tickRules(field)
})
onFirstFocus('form[data-validate]', async (form) => (await import('./validate.ts')).validateForm(form))
forEachElement('form[data-hire]', async (form) =>
  (await import('./hire.ts')).enableHiring(form, { openDialog, showToast }),
)
// Tells a repeated form from another purchase of the same. Browsers have it on https and on this machine alone.
forEachElement('[data-purchase]', (field) => {
  if (field instanceof HTMLInputElement) field.value = crypto.randomUUID?.() ?? ''
})
forEachElement('[data-password-toggle]', async (toggle) =>
  (await import('./password.ts')).enablePasswordToggle(toggle),
)
forEachElement('[data-copy]', async (button) => (await import('./copy.ts')).enableCopy(button))
forEachElement('[data-read-aloud]', async () => (await import('./read-aloud.ts')).readAloud())
forEachElement('[data-keep-offline]', async () => (await import('./keep-offline.ts')).keepOffline())
forEachElement('[data-install]', async (offer) => (await import('./install.ts')).offerToInstall(offer))
forEachElement('[data-island]', async (island) => (await import('../hydration/hydrate.tsx')).hydrate(island))

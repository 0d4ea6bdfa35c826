/** Small manners over complete pages. What only some pages need is loaded when a person first touches it. */
import { guardSubmits } from './busy.ts'
import { enableCopy } from './copy.ts'
import { enableDialogs, openDialog } from './dialog.ts'
import { restoreFocus } from './first-focus.ts'
import { onFirstTouch, onNeed } from './lazy.ts'
import { enableMenu } from './menu.ts'
import { enablePasswordToggles } from './password.ts'
import { showWaiting } from './protected.ts'
import { enableToasts, showToast } from './toasts.ts'

enableToasts()
enableMenu()
enableDialogs()
restoreFocus()
guardSubmits()
enableCopy()
enablePasswordToggles()
showWaiting()

onFirstTouch('[data-mask]', async (field) => (await import('./masks.ts')).maskField(field))
onFirstTouch('form[data-validate]', async (form) => (await import('./validate.ts')).validateForm(form))
onNeed('form[data-hire]', async (form) =>
  (await import('./hire.ts')).enableHiring(form, { openDialog, showToast }),
)
onNeed('form[data-upload]', async (form) => (await import('./upload.ts')).enableUpload(form, { showToast }))
onNeed('[data-payment-live]', async (page) =>
  (await import('./payment-live.ts')).watchPayment(page, { showToast }),
)
onNeed('[data-payments]', async (list) => (await import('./payment-selection.ts')).enablePayments(list))
onNeed('[data-live-region]', async (region) => (await import('./live-region.ts')).keepLive(region))

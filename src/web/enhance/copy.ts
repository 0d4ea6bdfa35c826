import { copyFailed } from '../copy/enhance.ts'
import { copyText } from './clipboard.ts'
import { isReacts } from './react-part.ts'
import { showToast } from './toasts.ts'

/** `data-copy="text"`: reveals the button, copies the text on click, and shows a notice with the result. */
export function enableCopy(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    if (!isReacts(button)) button.hidden = false
  }
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]')
    if (!button || isReacts(button)) return
    const done = await copyText(button.dataset.copy ?? '')
    showToast(
      done
        ? { tone: 'success', title: button.dataset.copyDone ?? '' }
        : { tone: 'destructive', title: copyFailed },
    )
  })
}

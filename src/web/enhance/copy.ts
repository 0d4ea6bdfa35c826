import { copyFailed } from '../copy/enhance.ts'
import { copyText } from './clipboard.ts'
import { showToast } from './toasts.ts'

/** Enables a button with `data-copy="text"`: reveals it, copies the text on click, and shows a toast with the result. */
export function enableCopy(button: HTMLElement): void {
  button.hidden = false
  button.addEventListener('click', async () => {
    const done = await copyText(button.dataset.copy ?? '')
    showToast(
      done
        ? { tone: 'success', title: button.dataset.copyDone ?? '' }
        : { tone: 'destructive', title: copyFailed },
    )
  })
}

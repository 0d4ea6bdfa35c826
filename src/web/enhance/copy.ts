import { copyFailed } from '../copy/enhance.ts'
import { showToast } from './toasts.ts'

/** `data-copy="text"`: reveals the button, copies the text on click, and shows a notice with the result. */
export function enableCopy(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]')
    if (!button) return
    const done = await copy(button.dataset.copy ?? '')
    showToast(
      done
        ? { tone: 'success', title: button.dataset.copyDone ?? '' }
        : { tone: 'destructive', title: copyFailed },
    )
  })
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Fallback where the Clipboard API is unavailable, as on pages without https. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  const host = document.querySelector('dialog:modal') ?? document.body
  const focused = document.activeElement
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return done
}

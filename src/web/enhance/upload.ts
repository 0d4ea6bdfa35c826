import { MAX_FILE_BYTES } from '../../modules/documents/public.ts'
import { documentsCopy as copy, fileProblems } from '../copy/documents.ts'
import { sendFile } from './send-file.ts'
import type { ToastNote } from './toasts.ts'

/**
 * Sends documents as soon as they are chosen, one at a time, each with its own progress, trying again by itself while
 * there is no answer. Sending the same file twice is harmless: the server keeps it once.
 */
export function enableUpload(
  form: HTMLElement,
  { showToast }: { showToast: (note: ToastNote) => void },
): void {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]')
  const list = form.querySelector<HTMLElement>('[data-upload-list]')
  const status = form.querySelector<HTMLElement>('[data-upload-status]')
  const template = form.querySelector('template')
  if (!(form instanceof HTMLFormElement) || !input || !list || !status || !template) return
  const button = form.querySelector<HTMLElement>('button[type="submit"]')
  if (button) button.hidden = true

  const waiting: { file: File; row: Row }[] = []
  let sending = false
  let added = 0

  const add = (file: File) => {
    const row = rowFor(template, file, () => {
      waiting.push({ file, row })
      row.say(copy.waiting)
      void work()
    })
    list.hidden = false
    list.append(row.element)
    if (file.size > MAX_FILE_BYTES) return row.fail(fileProblems.too_large(file.name), false)
    if (file.size === 0) return row.fail(fileProblems.empty(file.name), false)
    row.say(copy.waiting)
    waiting.push({ file, row })
  }

  const work = async () => {
    if (sending) return
    sending = true
    window.addEventListener('beforeunload', hold)
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, row } = next
      const result = await sendFile({
        url: form.action,
        field: input.name,
        file,
        onProgress: (share) => row.progress(share),
        onWait: (why) => row.say(why),
      })
      if (result.kind === 'kept') {
        added += 1
        row.element.remove()
        status.textContent = `${file.name}: ${copy.sent}`
      } else {
        const message =
          result.kind === 'signed-out' ? copy.signedOut : fileProblems[result.problem](file.name)
        row.fail(message, result.kind === 'refused' && result.problem === 'failed')
      }
    }
    window.removeEventListener('beforeunload', hold)
    sending = false
    if (added > 0) {
      await renewList()
      showToast({ tone: 'success', title: copy.success, text: copy.added(added) })
      added = 0
    }
    list.hidden = list.childElementCount === 0
  }

  const take = () => {
    for (const refused of list.querySelectorAll('[data-upload-refused]')) refused.remove()
    for (const file of input.files ?? []) add(file)
    input.value = ''
    void work()
  }
  input.addEventListener('change', take)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    take()
  })
  if (input.files?.length) take()
}

interface Row {
  element: HTMLElement
  say(text: string): void
  /** @param share from 0 to 1 */
  progress(share: number): void
  fail(message: string, mayRetry: boolean): void
}

function rowFor(template: HTMLTemplateElement, file: File, again: () => void): Row {
  const element = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-upload-${name}]`)
  const bar = element.querySelector('progress')
  const state = part('state')
  const retry = part('retry')
  const name = part('name')
  const percent = part('percent')
  if (name) name.textContent = file.name
  bar?.setAttribute('aria-label', `${copy.sending}: ${file.name}`)
  const show = (share: number) => {
    const value = Math.round(share * 100)
    if (bar) bar.value = value
    if (percent) percent.textContent = `${value}%`
  }
  const failing = (failed: boolean) => {
    bar?.parentElement?.toggleAttribute('hidden', failed)
    state?.classList.toggle('field-error', failed)
    state?.classList.toggle('note', !failed)
    if (failed) state?.setAttribute('role', 'alert')
    else state?.removeAttribute('role')
  }
  const row: Row = {
    element,
    say(text) {
      failing(false)
      if (state) state.textContent = text
      if (retry) retry.hidden = true
    },
    progress(share) {
      show(share)
      row.say(copy.sending)
    },
    fail(message, mayRetry) {
      failing(true)
      if (state) state.textContent = message
      if (retry) retry.hidden = !mayRetry
      element.toggleAttribute('data-upload-refused', !mayRetry)
    },
  }
  retry?.addEventListener('click', again)
  show(0)
  return row
}

/** Puts the list as the server now draws it in place of the one on the page. */
async function renewList(): Promise<void> {
  const list = '#documentos-lista'
  try {
    const response = await fetch(location.pathname + location.search, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const newer = page.querySelector(list)
    if (newer) document.querySelector(list)?.replaceWith(document.adoptNode(newer))
  } catch {
    location.reload()
  }
}

/** Asks before the page is left in the middle of an upload. */
function hold(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

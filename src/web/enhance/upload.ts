import { MAX_FILE_BYTES } from '../../modules/documents/public.ts'
import { documentsCopy as copy, fileProblems } from '../copy/documents.ts'
import { sendFile } from './send-file.ts'
import type { ToastNote } from './toasts.ts'

/**
 * Uploads documents as soon as they are chosen, one at a time, each with its own progress, and retries while there is no
 * response. Uploading the same file twice is harmless: the server stores it once.
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

  const queue: { file: File; row: Row }[] = []
  let sending = false
  let added = 0

  const add = (file: File) => {
    const row = createRow(template, file, () => {
      queue.push({ file, row })
      row.setState(copy.waiting)
      void processQueue()
    })
    list.hidden = false
    list.append(row.element)
    if (file.size > MAX_FILE_BYTES) return row.fail(fileProblems.too_large(file.name), false)
    if (file.size === 0) return row.fail(fileProblems.empty(file.name), false)
    row.setState(copy.waiting)
    queue.push({ file, row })
  }

  const processQueue = async () => {
    if (sending) return
    sending = true
    window.addEventListener('beforeunload', confirmLeaving)
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { file, row } = next
      const result = await sendFile({
        url: form.action,
        field: input.name,
        file,
        onProgress: (fraction) => row.progress(fraction),
        onRetry: (reason) => row.setState(reason),
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
    window.removeEventListener('beforeunload', confirmLeaving)
    sending = false
    if (added > 0) {
      await refreshList()
      showToast({ tone: 'success', title: copy.success, text: copy.added(added) })
      added = 0
    }
    list.hidden = list.childElementCount === 0
  }

  const enqueueSelected = () => {
    for (const refused of list.querySelectorAll('[data-upload-refused]')) refused.remove()
    for (const file of input.files ?? []) add(file)
    input.value = ''
    void processQueue()
  }
  input.addEventListener('change', enqueueSelected)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    enqueueSelected()
  })
  if (input.files?.length) enqueueSelected()
}

interface Row {
  element: HTMLElement
  setState(text: string): void
  /** @param fraction from 0 to 1 */
  progress(fraction: number): void
  fail(message: string, canRetry: boolean): void
}

function createRow(template: HTMLTemplateElement, file: File, onRetry: () => void): Row {
  const element = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-upload-${name}]`)
  const bar = element.querySelector('progress')
  const state = part('state')
  const retry = part('retry')
  const name = part('name')
  const percent = part('percent')
  if (name) name.textContent = file.name
  bar?.setAttribute('aria-label', `${copy.sending}: ${file.name}`)
  const showProgress = (fraction: number) => {
    const value = Math.round(fraction * 100)
    if (bar) bar.value = value
    if (percent) percent.textContent = `${value}%`
  }
  const markFailed = (failed: boolean) => {
    bar?.parentElement?.toggleAttribute('hidden', failed)
    state?.classList.toggle('field-error', failed)
    state?.classList.toggle('note', !failed)
    if (failed) state?.setAttribute('role', 'alert')
    else state?.removeAttribute('role')
  }
  const row: Row = {
    element,
    setState(text) {
      markFailed(false)
      if (state) state.textContent = text
      if (retry) retry.hidden = true
    },
    progress(fraction) {
      showProgress(fraction)
      row.setState(copy.sending)
    },
    fail(message, canRetry) {
      markFailed(true)
      if (state) state.textContent = message
      if (retry) retry.hidden = !canRetry
      element.toggleAttribute('data-upload-refused', !canRetry)
    },
  }
  retry?.addEventListener('click', onRetry)
  showProgress(0)
  return row
}

/** Replaces the list of documents with the server's current one. */
async function refreshList(): Promise<void> {
  const list = '#documentos-lista'
  try {
    const response = await fetch(location.pathname + location.search, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const newList = page.querySelector(list)
    if (newList) document.querySelector(list)?.replaceWith(document.adoptNode(newList))
  } catch {
    location.reload()
  }
}

/** Asks for confirmation before leaving the page during an upload. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

import { isRenderedByReact } from './react-part.ts'

/**
 * Turns dialogs that have a URL into modals: a link with `data-dialog="id"` opens one, a link with `data-dialog-close`
 * closes it. A dialog that the server rendered open becomes a modal at once.
 */
export function enableDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    if (isRenderedByReact(dialog)) continue
    const { activeElement } = document
    dialog.open = false
    openDialog(dialog)
    // Keeps the focus of a user who is already typing in the dialog.
    if (activeElement instanceof HTMLInputElement && dialog.contains(activeElement)) activeElement.focus()
  }
  document.addEventListener('click', (event) => {
    const target = event.target
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (isRenderedByReact(target)) return
    const opener = target.closest<HTMLElement>('[data-dialog]')
    if (opener?.dataset.dialog) {
      const dialog = document.getElementById(opener.dataset.dialog)
      if (dialog instanceof HTMLDialogElement) {
        event.preventDefault()
        openDialog(dialog)
      }
      return
    }
    const open = target.closest<HTMLDialogElement>('dialog:modal')
    // A click on the backdrop targets the dialog itself, because its body covers the rest.
    if (open && (target === open || target.closest('[data-dialog-close]'))) {
      event.preventDefault()
      open.close()
    }
  })
}

/** Shows a dialog as a modal and focuses its first invalid or empty field, otherwise its heading. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('.control')]
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true' || field.value === '')
  const target = first ?? dialog.querySelector<HTMLElement>('h2')
  target?.focus()
  dialog.addEventListener('close', () => afterClose(dialog), { once: true })
}

function afterClose(dialog: HTMLDialogElement): void {
  removeDialogFromUrl(dialog)
  // The browser restores the previous focus. A dialog that the URL opened has none to restore.
  const { activeElement, body } = document
  if (activeElement && activeElement !== body && !dialog.contains(activeElement)) return
  document
    .querySelector<HTMLElement>(`[data-dialog="${CSS.escape(dialog.id)}"]`)
    ?.focus({ preventScroll: true })
}

/** Removes the dialog from the URL, so that a reload does not open it again. */
function removeDialogFromUrl({ dataset }: HTMLDialogElement): void {
  const { pathname, search, hash } = location
  if (dataset.closeHref && (search || hash))
    history.replaceState(history.state, '', new URL(dataset.closeHref, location.origin + pathname))
}

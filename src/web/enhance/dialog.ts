/**
 * Turns dialogs that are addresses into modals: a link with `data-dialog="id"` opens, one with `data-dialog-close`
 * closes. What the server drew open becomes a modal at once.
 */
export function enableDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    const { activeElement } = document
    dialog.open = false
    openDialog(dialog)
    // Who already types in it goes on where they were.
    if (activeElement instanceof HTMLInputElement && dialog.contains(activeElement)) activeElement.focus()
  }
  document.addEventListener('click', (event) => {
    const target = event.target
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
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
    // A press on the backdrop has the dialog itself as its target: its body covers the rest.
    if (open && (target === open || target.closest('[data-dialog-close]'))) {
      event.preventDefault()
      open.close()
    }
  })
}

/** Shows a dialog as a modal, focus on its first field that wants filling, else on its heading. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  const fields = [...dialog.querySelectorAll<HTMLInputElement>('.control')]
  const first = fields.find((field) => field.getAttribute('aria-invalid') === 'true' || field.value === '')
  const place = first ?? dialog.querySelector<HTMLElement>('h2')
  place?.focus()
  dialog.addEventListener('close', () => tidyAddress(dialog), { once: true })
}

/** The address that had opened the dialog should not open it again on reload. */
function tidyAddress({ dataset }: HTMLDialogElement): void {
  const { pathname, search, hash } = location
  if (dataset.closeHref && (search || hash))
    history.replaceState(history.state, '', new URL(dataset.closeHref, location.origin + pathname))
}

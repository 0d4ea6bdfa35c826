/**
 * An address with a fragment takes the focus from what the page gave it to: the control refused, the dialog that the
 * address opened. Once everything is there it is given back.
 */
export function restoreFocus(): void {
  if (!location.hash) return
  if (document.readyState === 'complete') restore()
  else window.addEventListener('load', restore)
}

function restore(): void {
  const { activeElement, body } = document
  if (activeElement !== body && !(activeElement instanceof HTMLDialogElement)) return
  const dialog = document.querySelector('dialog:modal')
  const refused = (dialog ?? document).querySelector<HTMLElement>('[autofocus]')
  const first = refused ?? dialog?.querySelector<HTMLElement>('.control, h2')
  first?.focus()
}

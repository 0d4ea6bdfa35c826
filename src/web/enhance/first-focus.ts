/**
 * Restores the focus after the page has loaded: navigating to a fragment overrides `autofocus`, so that the invalid control or
 * the dialog opened by the URL loses the focus.
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
  const autofocused = (dialog ?? document).querySelector<HTMLElement>('[autofocus]')
  const first = autofocused ?? dialog?.querySelector<HTMLElement>('.control, h2')
  first?.focus()
}

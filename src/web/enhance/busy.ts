/** `data-busy` marks a form that is being submitted and the button that was pressed. */
const busyKey = 'busy'

/**
 * Prevents double submits: disables the pressed button and shows its busy label; the same form cannot be submitted twice.
 * Returning to the page through the browser's history (bfcache) resets both.
 */
export function preventDoubleSubmits(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (form.dataset[busyKey]) {
      event.preventDefault()
      return
    }
    form.dataset[busyKey] = 'true'
    const button = event.submitter
    // Runs after the browser collected the form data, which would not include a disabled button.
    setTimeout(() => button instanceof HTMLButtonElement && markBusy(button))
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) release(form)
  })
}

/** Makes a form usable again, for a response that does not load another page. */
function release(form: HTMLFormElement): void {
  delete form.dataset[busyKey]
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-busy]')) {
    delete button.dataset[busyKey]
    button.disabled = false
    button.removeAttribute('aria-busy')
    if (button.dataset.idleLabel !== undefined) button.textContent = button.dataset.idleLabel
  }
}

function markBusy(button: HTMLButtonElement): void {
  button.dataset[busyKey] = 'true'
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  if (!button.dataset.busyLabel) return
  button.dataset.idleLabel = button.textContent ?? ''
  button.textContent = button.dataset.busyLabel
}

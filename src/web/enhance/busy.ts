/** Where a form being sent is remembered, so that a second press sends nothing. */
const busy = 'busy'

/**
 * Double-submit guard: the pressed button shows its busy label and is disabled, and the same form cannot be sent
 * twice. Coming back to the page by the browser's history restores everything.
 */
export function guardSubmits(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method === 'dialog') return
    if (form.dataset[busy]) {
      event.preventDefault()
      return
    }
    form.dataset[busy] = 'true'
    const button = event.submitter
    // After the form's data was gathered: a disabled button would not be among them.
    setTimeout(() => button instanceof HTMLButtonElement && begin(button))
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-busy]')) release(form)
  })
}

/** Makes a form usable again: an answer came without leaving the page. */
function release(form: HTMLFormElement): void {
  delete form.dataset[busy]
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-busy]')) {
    delete button.dataset[busy]
    button.disabled = false
    button.removeAttribute('aria-busy')
    if (button.dataset.idleLabel !== undefined) button.textContent = button.dataset.idleLabel
  }
}

function begin(button: HTMLButtonElement): void {
  button.dataset[busy] = 'true'
  button.disabled = true
  button.setAttribute('aria-busy', 'true')
  if (!button.dataset.busyLabel) return
  button.dataset.idleLabel = button.textContent ?? ''
  button.textContent = button.dataset.busyLabel
}

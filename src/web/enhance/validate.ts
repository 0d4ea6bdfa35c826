import { entriesOf, errorsOf, type FormErrors } from '../forms/form.ts'
import { loadSchema } from '../forms/registry.ts'

/**
 * Validates a form in the browser with the server's schema: on the first submit, then on every change. The messages
 * appear where the server would render them.
 */
export async function validateForm(form: HTMLElement): Promise<void> {
  if (!(form instanceof HTMLFormElement)) return
  const schema = await loadSchema(form.dataset.validate ?? '')
  if (!schema) return
  form.noValidate = true
  let submitted = false

  const check = (): FormErrors => {
    const result = schema.safeParse(entriesOf(new FormData(form)))
    return result.success ? {} : errorsOf(result.error.issues)
  }
  form.addEventListener(
    'submit',
    (event) => {
      submitted = true
      const errors = check()
      show(form, errors)
      if (Object.keys(errors).length === 0) return
      event.preventDefault()
      form.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset)')?.focus()
    },
    { capture: true },
  )
  form.addEventListener('input', () => submitted && show(form, check()))
  form.addEventListener('change', () => submitted && show(form, check()))
}

function show(form: HTMLFormElement, errors: FormErrors): void {
  for (const errorElement of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const control = document.getElementById(errorElement.dataset.errorOf ?? '')
    const name =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
        ? control.name
        : (errorElement.dataset.errorOf ?? '')
    const message = errors[name] ?? ''
    if (errorElement.textContent !== message) errorElement.textContent = message
    const marked = control ?? errorElement.closest('fieldset')
    if (message) marked?.setAttribute('aria-invalid', 'true')
    else marked?.removeAttribute('aria-invalid')
  }
}

import { entriesOf, errorsOf, type FormErrors } from '../forms/form.ts'
import { loadSchema } from '../forms/registry.ts'

/**
 * Checks a form before it is sent with the schema the server uses: on the first submit, then at every change. The
 * messages appear where the server would have put them.
 */
export async function validateForm(form: HTMLElement): Promise<void> {
  if (!(form instanceof HTMLFormElement)) return
  const schema = await loadSchema(form.dataset.validate ?? '')
  if (!schema) return
  form.noValidate = true
  let tried = false

  const check = (): FormErrors => {
    const result = schema.safeParse(entriesOf(new FormData(form)))
    return result.success ? {} : errorsOf(result.error.issues)
  }
  form.addEventListener(
    'submit',
    (event) => {
      tried = true
      const errors = check()
      show(form, errors)
      if (Object.keys(errors).length === 0) return
      event.preventDefault()
      event.stopPropagation()
      form.querySelector<HTMLElement>('[aria-invalid="true"]:not(fieldset)')?.focus()
    },
    { capture: true },
  )
  form.addEventListener('input', () => tried && show(form, check()))
  form.addEventListener('change', () => tried && show(form, check()))
}

function show(form: HTMLFormElement, errors: FormErrors): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-error-of]')) {
    const control = document.getElementById(place.dataset.errorOf ?? '')
    const name =
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
        ? control.name
        : (place.dataset.errorOf ?? '')
    const message = errors[name] ?? ''
    if (place.textContent !== message) place.textContent = message
    const marked = control ?? place.closest('fieldset')
    if (message) marked?.setAttribute('aria-invalid', 'true')
    else marked?.removeAttribute('aria-invalid')
  }
}

import { type InputEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { entriesOf, errorsOf, type FormErrors } from '../forms/form.ts'
import { type BrowserSchema, type FormName, loadSchema } from '../forms/registry.ts'

/**
 * Validates a form in the browser with the server's schema: on the first submit, then on every change. The schema is loaded when
 * the form first gets the focus; until then only the server validates.
 *
 * @param refused the server's messages about the last submission
 * @returns the props of the form, and the messages to show
 */
export function useCheckedForm(name: FormName, refused: FormErrors | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const schema = useRef<Promise<unknown>>(undefined)
  const loaded = useRef<BrowserSchema>(undefined)
  const [found, setFound] = useState<FormErrors>()
  const [attempts, setAttempts] = useState(0)
  const [answered, setAnswered] = useState(refused)
  if (refused !== answered) {
    setAnswered(refused)
    setFound(undefined)
  }
  const errors = found ?? refused ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt and each answer leads to the first message
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts, refused])

  const check = (element: HTMLFormElement): FormErrors => {
    const result = loaded.current?.safeParse(entriesOf(new FormData(element)))
    return !result || result.success ? {} : errorsOf(result.error.issues)
  }
  const load = () => {
    schema.current ??= loadSchema(name).then((found) => {
      loaded.current = found
    })
  }
  const props = {
    ref: form,
    noValidate: true,
    'data-validate': name,
    onFocus: load,
    onInput({ currentTarget }: InputEvent<HTMLFormElement>) {
      load()
      if (attempts > 0) setFound(check(currentTarget))
    },
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      const now = check(event.currentTarget)
      // Also without errors: what the server said of the last submission is not about this one.
      setFound(now)
      setAttempts(attempts + 1)
      if (Object.keys(now).length > 0) event.preventDefault()
    },
  }
  return { errors, props }
}

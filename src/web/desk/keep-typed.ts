type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controls = 'textarea, input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), select'

/**
 * Preserves the user's input while React hydrates a page: hydration sets every text box and every choice to the value that the
 * server rendered (facebook/react, `initTextarea` and `initSelect`), and input typed during that time would be mixed with it.
 *
 * @returns a function to call once hydration is complete
 */
export function keepTyped(element: HTMLElement): () => void {
  const typed = new Map<Control, string>()
  for (const control of element.querySelectorAll<Control>(controls)) {
    if (control.value !== renderedValue(control)) typed.set(control, control.value)
  }
  const putBack = (control: Control) => {
    const value = typed.get(control)
    if (value !== undefined && control.value !== value) control.value = value
  }
  const note = ({ target }: Event) => {
    if (isControl(target)) typed.set(target, target.value)
  }
  const beforeTyping = ({ target }: Event) => {
    if (isControl(target)) putBack(target)
  }
  element.addEventListener('beforeinput', beforeTyping, true)
  element.addEventListener('input', note, true)
  return () => {
    element.removeEventListener('beforeinput', beforeTyping, true)
    element.removeEventListener('input', note, true)
    for (const control of typed.keys()) putBack(control)
  }
}

function isControl(target: EventTarget | null): target is Control {
  return target instanceof Element && target.matches(controls)
}

function renderedValue(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  const chosen = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0]
  return chosen?.value ?? ''
}

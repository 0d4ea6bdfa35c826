/** Returns the text of a field as it was sent; empty when it was not sent, or is a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

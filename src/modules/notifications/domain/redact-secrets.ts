/**
 * Redacts the secrets of the links in a text: after the message is sent they are no longer needed, and a copy of the
 * database must not give access to accounts. Ids remain, so that the record shows what the message was about.
 */
export function redactSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s/]+)(\/[^\s]*)/g, (_, origin: string, rest: string) => {
    return origin + rest.replace(/(?<=[/=])[\w.~%-]{24,}/g, (part) => (isId(part) ? part : '…'))
  })
}

function isId(part: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)
}

/**
 * A text without the secrets of its links: once the person has the message, nobody else needs them, and a copy of
 * the database must open no account. Ids stay, so that the record still says what it was about.
 */
export function withoutSecrets(text: string): string {
  return text.replace(/(https?:\/\/[^\s/]+)(\/[^\s]*)/g, (_, origin: string, rest: string) => {
    return origin + rest.replace(/(?<=[/=])[\w.~%-]{24,}/g, (part) => (isId(part) ? part : '…'))
  })
}

function isId(part: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)
}

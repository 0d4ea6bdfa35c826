/**
 * Redacts the secrets of the links in a text: after the message is sent they are no longer needed, and a copy of the
 * database must not give access to accounts. Ids remain, so that the record shows what the message was about.
 */
export function redactSecrets(text: string): string {
  return text.replace(
    /(https?:\/\/[^\s/]+)(\/[^\s]*)/g,
    (_, origin: string, rest: string) => origin + redactPath(rest),
  )
}

/**
 * Redacts the secrets of the links of one site, with or without their scheme. A person who writes that a link does not open may paste it,
 * and it may still open the account; links of other sites remain, because they may be what the person sends.
 *
 * @param host with its port, if it has one
 */
export function redactSecretsOf(host: string, text: string): string {
  return text.replace(/\S+/g, (word) => {
    const at = word.toLowerCase().indexOf(`${host}/`)
    const path = at + host.length
    return at < 0 ? word : word.slice(0, path) + redactPath(word.slice(path))
  })
}

function redactPath(path: string): string {
  return path.replace(/(?<=[/=])[\w.~%-]{24,}/g, (part) => (isId(part) ? part : '…'))
}

function isId(part: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)
}

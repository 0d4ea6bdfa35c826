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
 * and it may still open the account, also as the mail program rewrote it, escaped in a link of its own
 * ('https://….safelinks.protection.outlook.com/?url=https%3A%2F%2F…'); links of other sites remain, because they may be what the person
 * sends.
 *
 * @param host with its port, if it has one
 */
export function redactSecretsOf(host: string, text: string): string {
  const escaped = `${encodeURIComponent(host)}%2f`.toLowerCase()
  const starts = [`${host}/`, escaped, escaped.replaceAll('%', '%25')]
  return text.replace(/\S+/g, (word) => {
    // ASCII alone, whose small letters take the same place.
    const small = word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    const [at] = starts
      .map((start) => small.indexOf(start))
      .filter((found) => found >= 0)
      .toSorted((a, b) => a - b)
    if (at === undefined) return word
    const path = at + host.length
    return word.slice(0, path) + redactPath(word.slice(path))
  })
}

function redactPath(path: string): string {
  return path.replace(/(?<=[/=])[\w.~%-]{24,}|(?<=%(?:25)?(?:2f|3d))[\w.~-]{24,}/gi, (part) =>
    isId(part) ? part : '…',
  )
}

function isId(part: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)
}

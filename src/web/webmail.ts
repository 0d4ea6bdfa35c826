/** URLs at which the mailbox of an address opens in a browser, for the providers that most people in Brazil use. */
const webmails: readonly { name: string; href: string; domains: readonly string[] }[] = [
  { name: 'Gmail', href: 'https://mail.google.com/mail/', domains: ['gmail.com', 'googlemail.com'] },
  {
    name: 'Outlook',
    href: 'https://outlook.live.com/mail/',
    domains: ['hotmail.com', 'hotmail.com.br', 'outlook.com', 'outlook.com.br', 'live.com', 'msn.com'],
  },
  {
    name: 'Yahoo Mail',
    href: 'https://mail.yahoo.com/',
    domains: ['yahoo.com', 'yahoo.com.br', 'ymail.com'],
  },
  { name: 'iCloud Mail', href: 'https://www.icloud.com/mail/', domains: ['icloud.com', 'me.com'] },
  { name: 'UOL Mail', href: 'https://email.uol.com.br/', domains: ['uol.com.br'] },
  { name: 'BOL Mail', href: 'https://email.bol.uol.com.br/', domains: ['bol.com.br'] },
]

/** Providers whose domain is one slip away from another's. */
const others = ['mail.com', 'email.com', 'gmx.com']

/** Shorter domains have too many neighbours. */
const minDomainLength = 9

/** Returns the mailbox of an address; undefined for an unknown provider. */
export function webmailOf(email: string): { name: string; href: string } | undefined {
  const domain = domainOf(email)
  const known = webmails.find(({ domains }) => domains.includes(domain))
  return known && { name: known.name, href: known.href }
}

/**
 * Returns the address that was probably meant where the domain is one slip of the finger away from a provider's, or has a '.br' that the
 * provider does not: 'cida@gmial.com' → 'cida@gmail.com'; undefined for any other address.
 */
export function meantAddress(email: string): string | undefined {
  const domain = domainOf(email)
  const known = webmails.flatMap(({ domains }) => domains)
  if (known.includes(domain) || others.includes(domain)) return undefined
  const meant = known.find(
    (each) => each.length >= minDomainLength && (domain === `${each}.br` || isOneTypo(domain, each)),
  )
  return meant && email.slice(0, email.lastIndexOf('@') + 1) + meant
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Whether two different texts differ by a letter that is wrong, missing or too many, or by two neighbours that changed places. */
function isOneTypo(typed: string, meant: string): boolean {
  const at = [...meant].findIndex((letter, index) => typed[index] !== letter)
  if (at < 0) return typed.length === meant.length + 1
  const swapped = meant.slice(0, at) + meant.charAt(at + 1) + meant.charAt(at) + meant.slice(at + 2)
  return (
    typed === swapped ||
    typed.slice(at + 1) === meant.slice(at + 1) ||
    typed.slice(at) === meant.slice(at + 1) ||
    typed.slice(at + 1) === meant.slice(at)
  )
}

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

/** Returns the mailbox of an address; undefined for an unknown provider. */
export function webmailOf(email: string): { name: string; href: string } | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const known = webmails.find(({ domains }) => domains.includes(domain))
  return known && { name: known.name, href: known.href }
}

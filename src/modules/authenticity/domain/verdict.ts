import { isCnpj } from '../../../core/cnpj.ts'
import { normalizePhone } from '../../../core/phone.ts'
import { type Disguise, disguisesOf } from './lookalike.ts'
import type { CodeContents, ReceivedItem } from './received-item.ts'

/** Public facts about the company, compared with the items that people received. */
export interface CompanyFacts {
  /** The site's origin. */
  publicUrl: string
  /** The name that customers use for the site, whatever its address. */
  siteName: string
  /** E.164. */
  phone: string
  emails: readonly string[]
  pixKey: string
  cnpj: string
  /** URL of the profile. */
  instagram: string
}

export type Verdict = 'ours' | 'not_ours' | 'unknown'

/** Reasons, each with its verdict. The reason determines the explanation shown. */
export const verdictOf = {
  our_site: 'ours',
  our_email: 'ours',
  our_phone: 'ours',
  our_pix_key: 'ours',
  our_cnpj: 'ours',
  our_instagram: 'ours',
  our_code: 'ours',
  other_site: 'not_ours',
  other_email: 'not_ours',
  other_phone: 'not_ours',
  other_key: 'not_ours',
  other_cnpj: 'not_ours',
  cpf: 'not_ours',
  other_instagram: 'not_ours',
  other_code: 'not_ours',
  /** Leads to our site, but we do not write it like this. */
  disguised_site: 'unknown',
  /** A subdomain that we do not use, or another port. */
  unused_site: 'unknown',
  /** The site of a payment partner, where others have pages too. */
  payment_partner: 'unknown',
  /** An address at our domain that we do not use. */
  unused_email: 'unknown',
  /** Has our key, but we did not create it. */
  code_with_our_key: 'unknown',
  /** Truncated or changed in transit. */
  damaged_code: 'unknown',
  unreadable: 'unknown',
} as const satisfies Record<string, Verdict>

export type Reason = keyof typeof verdictOf

export interface Finding {
  verdict: Verdict
  reason: Reason
  kind: ReceivedItem['kind']
  disguises: Disguise[]
  /** The host that an address actually leads to. */
  leadsTo?: string
  /** The contents of a code, of any origin. */
  contents?: CodeContents
}

/**
 * Decides whether an item that a person received is ours. Compares it with public facts about the company, and a code
 * also with the codes that we created, as a whole, so that no question about a customer can be answered.
 *
 * @param isOwnCode whether a charge of ours has exactly this code
 */
export function judge(received: ReceivedItem, ours: CompanyFacts, isOwnCode: boolean): Finding {
  const finding = (reason: Reason, more: Partial<Finding> = {}): Finding => ({
    verdict: verdictOf[reason],
    reason,
    kind: received.kind,
    disguises: [],
    ...more,
  })
  switch (received.kind) {
    case 'site': {
      const own = new URL(ours.publicUrl)
      const disguises = disguisesOf(received, { ownHost: own.hostname, siteName: ours.siteName })
      const reason = siteReason(received, disguises, own)
      const reported = reason === 'other_site' || reason === 'disguised_site' ? disguises : []
      return finding(reason, { disguises: reported, leadsTo: received.host })
    }
    case 'email': {
      if (received.disguised) return finding('other_email', { disguises: ['hidden_characters'] })
      return finding(emailReason(received.address, ours))
    }
    case 'phone':
      if (received.number === ours.phone) return finding('our_phone')
      return finding(isOwnKey(received.number, ours) ? 'our_pix_key' : 'other_phone')
    case 'cnpj':
      if (received.number === bare(ours.cnpj)) return finding('our_cnpj')
      return finding(isOwnKey(received.number, ours) ? 'our_pix_key' : 'other_cnpj')
    case 'cpf':
      return finding(isOwnKey(received.number, ours) ? 'our_pix_key' : 'cpf')
    case 'random_key':
      return finding(isOwnKey(received.key, ours) ? 'our_pix_key' : 'other_key')
    case 'instagram':
      return finding(received.name === instagramOf(ours) ? 'our_instagram' : 'other_instagram')
    case 'pix_code': {
      if (!received.read) return finding('damaged_code')
      return finding(codeReason(received.read, ours, isOwnCode), { contents: received.read })
    }
    case 'unreadable':
      return finding('unreadable')
    default:
      return received satisfies never
  }
}

function siteReason(
  { host, port }: Extract<ReceivedItem, { kind: 'site' }>,
  disguises: readonly Disguise[],
  own: URL,
): Reason {
  if (host === own.hostname) {
    if (disguises.some((disguise) => disguise !== 'path')) return 'disguised_site'
    return port === '' || port === own.port ? 'our_site' : 'unused_site'
  }
  if (host.endsWith(`.${own.hostname}`)) return 'unused_site'
  return partners.some((partner) => `.${host}`.endsWith(`.${partner}`)) ? 'payment_partner' : 'other_site'
}

/** Hosts where our charges send a payer. Other merchants use them too. */
const partners = ['mercadopago.com.br', 'mercadopago.com', 'mpago.la', 'mpago.li']

function emailReason(address: string, ours: CompanyFacts): Reason {
  if (ours.emails.some((own) => own.toLowerCase() === address)) return 'our_email'
  if (isOwnKey(address, ours)) return 'our_pix_key'
  const [, domain = ''] = address.split('@')
  const own = [
    new URL(ours.publicUrl).hostname,
    ...ours.emails.map((email) => email.toLowerCase().split('@')[1]),
  ]
  return own.includes(domain) && !sharedMail.has(domain) ? 'unused_email' : 'other_email'
}

/** Public e-mail services. */
const sharedMail = new Set(
  'gmail.com hotmail.com outlook.com live.com yahoo.com yahoo.com.br icloud.com uol.com.br bol.com.br terra.com.br'.split(
    ' ',
  ),
)

function codeReason({ key }: CodeContents, ours: CompanyFacts, isOwnCode: boolean): Reason {
  if (isOwnCode) return 'our_code'
  return key !== undefined && isOwnKey(key, ours) ? 'code_with_our_key' : 'other_code'
}

/** Keys are compared as banks compare them: without punctuation and case-insensitively. */
function isOwnKey(key: string, { pixKey }: CompanyFacts): boolean {
  return canonicalKey(key) === canonicalKey(pixKey)
}

function canonicalKey(key: string): string {
  if (key.includes('@')) return key.toLowerCase()
  return (isCnpj(key) ? undefined : normalizePhone(key)) ?? bare(key)
}

function bare(text: string): string {
  return text.replace(/[^0-9a-z]/gi, '').toUpperCase()
}

function instagramOf({ instagram }: CompanyFacts): string {
  return new URL(instagram).pathname.replaceAll('/', '').toLowerCase()
}

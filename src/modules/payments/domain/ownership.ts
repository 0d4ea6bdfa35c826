import type { OtherShopReason } from './set-aside.ts'

/**
 * Regular expression, used without regard to case, for the references that this product gives to charges (`referenceFor` of
 * the providers). It also matches references that were truncated or extended.
 */
export const ourReference = '(PARC_|MULT_)[0-9a-f]{8}|-consult-[0-9]|^[0-9a-f]{32}$'

/** Evidence about the shop that a payment was made for. */
export interface PaymentOrigin {
  /** True when its charge is known here or its money is already booked. */
  isKnown: boolean
  /** True when the team has explicitly decided that it is ours. */
  isConfirmed: boolean
  /** True when the team has decided that it is not ours. */
  isRefused: boolean
  reference: string | undefined
  /** Destination of its notices: our address or another; undefined when the provider states none. */
  notices: 'here' | 'elsewhere' | undefined
  /** The Pix key that received it; undefined at a provider where no key is ours. */
  key?: 'ours' | 'another' | undefined
  /** True when the provider states that another account received it: what our own account paid is listed too. */
  isOfOtherAccount?: boolean
}

/**
 * Determines the owner of a payment on the provider's account, which several shops may share.
 *
 * `ours` is booked; without a known charge it becomes a credit that needs a decision by the team. `perhaps_ours` needs
 * confirmation by a person: another installation of this product uses the same form of references, and a restored back-up
 * lacks recent charges. It also needs confirmation when our own Pix key received it, whatever its reference, which can be altered:
 * other software of ours may use the key; and when another key of the account received it without a reference. `other_shop` is listed,
 * never booked, and never returned.
 */
export function ownerOf({
  isKnown,
  isConfirmed,
  isRefused,
  reference,
  notices,
  key,
  isOfOtherAccount = false,
}: PaymentOrigin): 'ours' | OtherShopReason {
  if (isKnown || isConfirmed) return 'ours'
  if (isRefused) return 'other_shop'
  // A customer paid manually to our Pix key; a payment through the API would have a reference.
  const isElsewhere = notices === 'elsewhere' || isOfOtherAccount || key === 'another'
  if (reference === undefined) return isElsewhere ? 'perhaps_ours' : 'ours'
  const isOurForm = new RegExp(ourReference, 'i').test(reference)
  if (notices === 'here') return isOurForm ? 'ours' : 'perhaps_ours'
  return isOurForm || key === 'ours' ? 'perhaps_ours' : 'other_shop'
}

/**
 * Whose key received a Pix. Ours where the bank does not state it: such money waits for a person, and does not vanish.
 *
 * @param stated the key that the bank states, if any
 * @param ours undefined at a provider where no key is ours
 */
export function receivedBy(stated: string | undefined, ours: string | undefined): PaymentOrigin['key'] {
  if (ours === undefined) return undefined
  return stated === undefined || stated.toLowerCase() === ours.toLowerCase() ? 'ours' : 'another'
}

/**
 * Whether notices go to our own address. The query is ignored: providers add to it, and it has changed between our
 * releases.
 *
 * @param stated the address that the provider states, if any
 */
export function noticeDestination(
  stated: string | undefined,
  ours: string | undefined,
): PaymentOrigin['notices'] {
  if (stated === undefined) return undefined
  const address = withoutQuery(stated)
  return address !== undefined && ours !== undefined && address === withoutQuery(ours) ? 'here' : 'elsewhere'
}

/**
 * Whether a payment whose charge is unknown here was made by another installation of this product: its reference has our form, and its
 * notices go to a host that was never ours.
 *
 * @param ourAddresses the present and the previous ones
 */
export function isOfAnotherInstallation(
  { reference, noticesTo }: { reference: string | undefined; noticesTo?: string | undefined },
  ourAddresses: readonly string[],
): boolean {
  const origin = noticesTo === undefined ? undefined : URL.parse(noticesTo)?.origin
  if (origin === undefined || reference === undefined) return false
  const isOurs = ourAddresses.some((address) => URL.parse(address)?.origin === origin)
  return !isOurs && new RegExp(ourReference, 'i').test(reference)
}

function withoutQuery(text: string): string | undefined {
  const url = URL.parse(text)
  return url ? `${url.origin}${url.pathname}` : undefined
}

/**
 * Whether a refund needs explicit confirmation by a person: our books do not contain the charge that the payment names.
 */
export function needsConfirmation(payment: { chargeId: string | null; reference: string | null }): boolean {
  return payment.chargeId === null && payment.reference !== null
}

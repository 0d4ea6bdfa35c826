import type { OtherShopReason } from './set-aside.ts'

/**
 * The references that this product gives to charges (`referenceFor` of the providers), as a regular expression that ignores
 * case. It also finds them where something was cut off or added.
 */
export const ourReference = '(PARC_|MULT_)[0-9a-f]{8}|-consult-[0-9]|^[0-9a-f]{32}$'

/** What a payment says of the shop that it was made for. */
export interface PaymentOrigin {
  /** Its charge is known here, or its money is booked already. */
  isKnown: boolean
  /** The team has said, by an explicit decision, that it is ours. */
  isConfirmed: boolean
  /** The team has said that it is not ours. */
  isRefused: boolean
  reference: string | undefined
  /** Where its notices go: our own address, another, or none that the provider states. */
  notices: 'here' | 'elsewhere' | undefined
}

/**
 * Whose money a payment on the provider's account is: several shops may share one account.
 *
 * `ours` is booked; without a known charge it is a credit that waits for the team. `perhaps_ours` waits for a person, who
 * confirms it: another installation of this product has references as ours, and a restored back-up forgot charges.
 * `other_shop` is listed, never booked, and never returned.
 */
export function ownerOf({
  isKnown,
  isConfirmed,
  isRefused,
  reference,
  notices,
}: PaymentOrigin): 'ours' | OtherShopReason {
  if (isKnown || isConfirmed) return 'ours'
  if (isRefused) return 'other_shop'
  // Somebody paid to our Pix key by hand; through the API it would have been with a reference.
  if (reference === undefined) return notices === 'elsewhere' ? 'perhaps_ours' : 'ours'
  const isOurForm = new RegExp(ourReference, 'i').test(reference)
  if (notices === 'here') return isOurForm ? 'ours' : 'perhaps_ours'
  return isOurForm ? 'perhaps_ours' : 'other_shop'
}

/**
 * Whether notices go to our own address. The query does not count: providers add to it, and so did we from one release to
 * the next.
 *
 * @param stated the address that the provider states, if it does
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
 * Whether a payment, whose charge is unknown here, was made by another installation of this product: its reference is one of ours, and its
 * notices go to a host where we never were.
 *
 * @param ourAddresses the present one and those of before
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

/** Whether a refund needs the explicit word of a person: our books do not know the charge that the payment names. */
export function needsConfirmation(payment: { chargeId: string | null; reference: string | null }): boolean {
  return payment.chargeId === null && payment.reference !== null
}

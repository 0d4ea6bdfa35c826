/**
 * Finds the identifier that the Pix system gives a transfer in a provider's payload of a payment: 'E', the eight digits of the
 * payer's bank, the minute in UTC, eleven letters and digits. Banks use it to identify the same Pix. Undefined when there is
 * none.
 */
export function endToEndIdIn(text: string): string | undefined {
  return /(?<![A-Za-z0-9])E\d{20}[A-Za-z0-9]{11}(?![A-Za-z0-9])/.exec(text)?.[0]
}

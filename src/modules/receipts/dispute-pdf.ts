import type { ReceiptsDeps } from './deps.ts'
import { type DisputeFacts, disputeContent, disputeFiles } from './domain/dispute-content.ts'
import type { PdfFile } from './domain/pdf-content.ts'
import { renderPdf } from './render-later.ts'

/**
 * The document with which the shop answers a disputed payment. It has no number of its own and is not stored: it contains the data
 * known at the moment of its creation.
 *
 * @param files evidence of the work, attached beside the signed texts
 */
export async function disputePdf(
  { clock, issuerAt }: Pick<ReceiptsDeps, 'clock' | 'issuerAt'>,
  { facts, files }: { facts: Omit<DisputeFacts, 'issuer'>; files: readonly PdfFile[] },
): Promise<Uint8Array> {
  const issuedAt = clock.now()
  const whole = { ...facts, issuer: await issuerAt(issuedAt) }
  const issue = { number: facts.payment.providerId, issuedAt }
  return renderPdf(disputeContent(whole), issue, [...disputeFiles(whole), ...files])
}

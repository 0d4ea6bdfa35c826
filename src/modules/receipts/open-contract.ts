import type { SealCertificate } from '../../platform/seal/seal-certificate.ts'
import { sealPdf, signatureRoom } from '../../platform/seal/seal-pdf.ts'
import type { ReceiptsDeps } from './deps.ts'
import { type ContractFacts, contractContent, contractFiles } from './domain/contract-content.ts'
import { proofFormat } from './proof/verificar-contrato.mjs'
import { renderArchivePdf } from './render-later.ts'
import { rememberSeal } from './seals-store.server.ts'

type Deps = Pick<
  ReceiptsDeps,
  'database' | 'clock' | 'issuerAt' | 'contracting' | 'orders' | 'seal' | 'links'
>

/** The contract PDF for its owner. */
export interface ContractPdf {
  orderNumber: string
  bytes: Uint8Array
}

/**
 * The contract of an order and its addenda as one PDF/A-3 with their evidence, sealed when the shop has a certificate
 * (docs/decisions/0063). Rendered when it is opened and not stored; without a seal the same records give the same bytes.
 *
 * @returns undefined for an order that is unknown, has no contract, is another user's, or whose contract was erased
 * @throws Error for records that were changed
 */
export async function openContract(
  deps: Deps,
  which: { orderId: string; userId: string },
): Promise<ContractPdf | undefined> {
  const seal = await deps.seal()
  if (seal) await rememberSeal(deps.database, { seal, now: deps.clock.now() })
  return renderContract(deps, { ...which, seal })
}

/** The same without a seal, byte for byte as a shop without a certificate renders it. */
export function renderUnsealed(
  deps: Omit<Deps, 'seal'>,
  which: { orderId: string; userId: string },
): Promise<ContractPdf | undefined> {
  return renderContract(deps, { ...which, seal: undefined })
}

async function renderContract(
  { clock, issuerAt, contracting, orders, links }: Omit<Deps, 'seal'>,
  { orderId, userId, seal }: { orderId: string; userId: string; seal: SealCertificate | undefined },
): Promise<ContractPdf | undefined> {
  const evidence = await contracting.evidenceOf({ orderId, userId })
  const orderNumber = evidence && (await orders.numbersOf({ userId })).get(orderId)
  const [contract, ...addenda] = evidence?.signed ?? []
  if (!evidence || !contract || orderNumber === undefined || contract.text === '') return undefined
  if (!evidence.signed.every(({ isIntact }) => isIntact)) {
    // Our certificate must never certify a record that was changed.
    throw new Error(`the evidence of order ${orderId} was changed`)
  }
  const facts: ContractFacts = {
    issuer: await issuerAt(contract.acceptedAt),
    orderNumber,
    party: evidence.party,
    signed: [contract, ...addenda],
    verifyUrl: links.verifyContract(),
    seal: seal && { name: seal.name, isTest: seal.isTest },
  }
  const content = contractContent(facts)
  const issue = { number: orderNumber, issuedAt: (addenda.at(-1) ?? contract).acceptedAt }
  const files = contractFiles(facts, proofFormat)
  if (!seal) return { orderNumber, bytes: await renderArchivePdf(content, issue, { files }) }
  const reason = `Contrato do pedido ${orderNumber}`
  const room = { room: signatureRoom(seal), name: seal.name, reason, at: clock.now() }
  return { orderNumber, bytes: sealPdf(await renderArchivePdf(content, issue, { files, seal: room }), seal) }
}

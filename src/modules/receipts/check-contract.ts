import { readFileSync } from 'node:fs'
import { isOverloaded } from '../../core/bounded-queue.ts'
import { HOUR } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allowVisitor, type Visitor } from '../../platform/rate-limit/visitors.ts'
import type { ReceiptsDeps } from './deps.ts'
import { renderUnsealed } from './open-contract.ts'
import { type Verified, verifyApart } from './proof/verify-apart.ts'
import type { ContractCheck } from './public.ts'
import { findSeal } from './seals-store.server.ts'

/** Maximum number of checks within an hour: each may render a contract again. */
const LIMIT = { limit: 40, window: HOUR }

type Deps = Pick<ReceiptsDeps, 'database' | 'clock' | 'issuerAt' | 'contracting' | 'orders' | 'links'>

/**
 * Reports whether this shop issued a contract, and when it was accepted. Public: the caller has the contract, or a 256-bit code
 * from it; the response contains no name. Stores nothing of the uploaded data. Refuses `too_many` of one visitor, `overloaded` while
 * too many files wait, and `not_checked` for a file whose check took too long or too much memory: nothing is known of it.
 */
export async function checkContract(
  deps: Deps,
  { visitor, ...asked }: { visitor: Visitor } & ({ file: Uint8Array } | { code: string }),
): Promise<Outcome<ContractCheck, 'too_many' | 'overloaded' | 'not_checked'>> {
  const { database, clock } = deps
  const limit = { ...LIMIT, name: 'contract-check', visitor, now: clock.now() }
  if (!(await allowVisitor(database, limit)).allowed) return refuse('too_many')
  if ('code' in asked) return ok(await checkCode(deps, asked.code))
  try {
    const verified = await verifyApart(asked.file, clock.now())
    return verified ? ok(await checkFile(deps, asked.file, verified)) : refuse('not_checked')
  } catch (error) {
    if (isOverloaded(error)) return refuse('overloaded')
    throw error
  }
}

/** The program that verifies a contract independently of this shop. */
export function verifierSource(): string {
  return readFileSync(new URL('proof/verificar-contrato.mjs', import.meta.url), 'utf8')
}

/** @param code the SHA-256 of a record or of a signed text, as a person copies it */
async function checkCode({ contracting }: Deps, code: string): Promise<ContractCheck> {
  const hash = code.replaceAll(/\s/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(hash)) return { verdict: 'unreadable' }
  const found = await contracting.recordByHash({ hash })
  if (!found) return { verdict: 'unknown' }
  const isIntact = await isChainIntact(contracting, found)
  return isIntact
    ? { verdict: 'ours', acceptedAt: found.acceptedAt, seal: undefined }
    : { verdict: 'broken', acceptedAt: found.acceptedAt }
}

async function checkFile(
  deps: Deps,
  file: Uint8Array,
  { isContract, isAltered, recordHashes, seal }: Verified,
): Promise<ContractCheck> {
  const { database, contracting } = deps
  if (!isContract) return { verdict: 'unreadable' }
  if (isAltered) return { verdict: 'altered' }
  const found = await Promise.all(recordHashes.map((hash) => contracting.recordByHash({ hash })))
  const [contract] = found
  if (!contract || found.some((record) => record?.orderId !== contract.orderId)) return { verdict: 'unknown' }
  const { acceptedAt } = contract
  if (!(await isChainIntact(contracting, contract))) return { verdict: 'broken', acceptedAt }
  if (seal) {
    const known = await findSeal(database, seal.fingerprint)
    // This shop seals only with certificates within their dates: a seal outside them was made by someone else with an
    // old key.
    if (!known || !seal.isDated) return { verdict: 'altered' }
    return { verdict: 'ours', acceptedAt, seal: known.isTest ? 'test' : 'trusted' }
  }
  const drawn = await renderUnsealed(deps, contract)
  const isSame = drawn !== undefined && Buffer.compare(drawn.bytes, file) === 0
  return isSame ? { verdict: 'ours', acceptedAt, seal: 'none' } : { verdict: 'pages_unknown', acceptedAt }
}

async function isChainIntact(
  contracting: Deps['contracting'],
  which: { orderId: string; userId: string },
): Promise<boolean> {
  const signed = await contracting.verifySigned(which)
  return signed.length > 0 && signed.every(({ isIntact, isLinked }) => isIntact && isLinked)
}

import { answerParent } from '../../../platform/run-apart.ts'
import { verifyContract } from './verificar-contrato.mjs'
import type { Verified } from './verify-apart.ts'

// The process of verify-apart.ts: one file in, and what is compared with our own records out.
answerParent(({ file, now }: { file: Uint8Array; now: Date }): Verified => {
  const { isContract, problems, records, seal } = verifyContract(file, now)
  return {
    isContract,
    isAltered: problems.length > 0,
    recordHashes: records.map(({ recordSha256 }) => recordSha256),
    seal: seal && { fingerprint: seal.fingerprint, isDated: seal.dateProblem === undefined },
  }
})

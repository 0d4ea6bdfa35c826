import { paths } from '../paths.ts'

const kept = [paths.payments(), paths.payment(), paths.tracking()]
const contractCopies = paths.contractCopy('')

/** Checks whether a device stores this page for a day, for use without network: due payments, codes, steps and the contract. */
export function isKept(path: string): boolean {
  return (
    kept.includes(path) ||
    (path.startsWith(contractCopies) && !path.slice(contractCopies.length).includes('/'))
  )
}

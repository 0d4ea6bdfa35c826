import { paths } from '../paths.ts'

const kept = [paths.payments(), paths.payment(), paths.tracking()]
const contractCopies = paths.contractCopy('')

/** Whether a device keeps this page for the day without network: what is due, codes, steps and the contract. */
export function isKept(path: string): boolean {
  return (
    kept.includes(path) ||
    (path.startsWith(contractCopies) && !path.slice(contractCopies.length).includes('/'))
  )
}

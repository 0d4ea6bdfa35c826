import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../lib/root.ts'

/** A plausible bug in the product: one text in one file, replaced by another. */
export interface SeededBug {
  description: string
  file: string
  /** Occurs exactly once in the file. */
  from: string
  to: string
  /** At least one of these invariants must report a breach; other breaches do not count. */
  detectedBy: readonly string[]
}

/** Bugs that a run must detect (docs/torture.md). */
export const seededBugs: Readonly<Record<string, SeededBug>> = {
  'skip-lock': {
    description: 'instalments are not locked while a payment is recorded on them',
    file: 'src/modules/payments/instalments/charge-lines-store.server.ts',
    from: "\n    .for('no key update', { of: instalments })",
    to: '',
    detectedBy: ['eventsDeliveredOnce', 'ledgerMatchesRows'],
  },
  'trust-webhook': {
    description: 'a notice is trusted as the approved payment, whatever the provider reports',
    file: 'src/modules/payments/settlement/settle.ts',
    from: 'const listed = asked.ok ? asked.value : asked.payment',
    to: "const listed = asked.ok ? { ...asked.value, state: 'approved' as const } : asked.payment",
    detectedBy: ['receiptsRecordedOnce'],
  },
  'any-signature': {
    description: 'notices are accepted without checking their signature',
    file: 'src/modules/payments/adapters/mercado-pago/notice.ts',
    from: '  if (!verified.ok) return verified\n',
    to: '',
    detectedBy: ['noticesProcessed'],
  },
  'new-key-each-time': {
    description: 'each attempt to create a charge uses a new idempotency key',
    file: 'src/modules/payments/charges/issue-charge.ts',
    from: 'idempotencyKey: charge.idempotencyKey,',
    to: 'idempotencyKey: crypto.randomUUID(),',
    detectedBy: ['onePaymentPerCharge'],
  },
  'forget-job': {
    description: 'a refund is stored without the job that issues it',
    file: 'src/modules/payments/refunds/request-refund.ts',
    from: "  await deps.enqueue(tx, 'refunds.issue', { refundId: id })\n",
    to: '',
    detectedBy: ['refundsIssued'],
  },
  'no-sweep': {
    description: 'reconciliation does not read changes from the provider',
    file: 'src/modules/payments/settlement/reconcile.ts',
    from: 'const swept = await sweep(deps, provider)',
    to: 'const swept = { found: 0, isAvailable: Boolean(sweep) }',
    detectedBy: ['receiptsRecordedOnce', 'returnsMatchProvider'],
  },
}

/** What the copy of the tree contains; the rest is not needed or is built there. */
const copied = [
  'bench',
  'migrations',
  'public',
  'scripts',
  'simulator',
  'src',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/**
 * Runs the torture test on a copy of the tree with a bug seeded.
 *
 * @param args of the run, without `--bug`
 * @returns whether the run detected it
 * @throws when the text to replace does not occur exactly once: the code changed and the bug must be updated
 */
export async function runWithSeededBug(
  bug: SeededBug,
  args: readonly string[],
  folder: string,
): Promise<boolean> {
  const code = seedBug(bug, readFileSync(inRoot(bug.file), 'utf8'))
  const tree = join(folder, 'seeded')
  for (const path of copied) cpSync(inRoot(path), join(tree, path), { recursive: true })
  symlinkSync(inRoot('node_modules'), join(tree, 'node_modules'))
  writeFileSync(join(tree, bug.file), code)
  console.log(`Seeded bug: ${bug.description}`)

  const leash = pathToFileURL(inRoot('scripts', 'lib', 'leash.mjs')).href
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', leash, 'scripts/torture.ts', ...args],
    { cwd: tree, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  )
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk
    process.stdout.write(chunk)
  })
  await once(child, 'close')
  return bug.detectedBy.some((check) => said.includes(`✗ ${check}: `))
}

/** The file's text with the bug seeded. */
export function seedBug({ file, from, to }: SeededBug, text: string): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file}: found ${times} times instead of once: ${from}`)
  return text.replace(from, () => to)
}

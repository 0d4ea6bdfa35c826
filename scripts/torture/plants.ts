import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../lib/root.ts'

/** A mistake somebody could make in the product's code: one text in one file, replaced by another. */
export interface Plant {
  mistake: string
  file: string
  /** Stands exactly once in the file. */
  from: string
  to: string
  /** One of these checks has to object: another breach is no proof. */
  foundBy: readonly string[]
}

/** Mistakes that a run must find (docs/torture.md). */
export const plants: Readonly<Record<string, Plant>> = {
  'skip-lock': {
    mistake: 'instalments are not locked while money is booked on them',
    file: 'src/modules/payments/instalments/charge-lines-store.server.ts',
    from: "\n    .for('no key update', { of: instalments })",
    to: '',
    foundBy: ['eventsHeardOnce', 'accountsAgree'],
  },
  'trust-webhook': {
    mistake: 'a notice counts as the payment it is about, whatever the provider says of it',
    file: 'src/modules/payments/settlement/settle.ts',
    from: 'if (asked.ok) return settleReport(deps, { provider, report: asked.value, cause })',
    to: "if (asked.ok) return settleReport(deps, { provider, report: { ...asked.value, state: 'approved' }, cause })",
    foundBy: ['receivedOnce'],
  },
  'any-signature': {
    mistake: 'a notice is taken whoever signed it',
    file: 'src/modules/payments/adapters/mercado-pago/notice.ts',
    from: '  if (!verified.ok) return verified\n',
    to: '',
    foundBy: ['noticesDealtWith'],
  },
  'new-key-each-time': {
    mistake: 'a charge is asked for again under another key',
    file: 'src/modules/payments/charges/issue-charge.ts',
    from: 'idempotencyKey: charge.idempotencyKey,',
    to: 'idempotencyKey: crypto.randomUUID(),',
    foundBy: ['oneChargeEach'],
  },
  'forget-job': {
    mistake: 'a refund is written down without the job that gives it',
    file: 'src/modules/payments/refunds/request-refund.ts',
    from: "  await deps.enqueue(tx, 'refunds.issue', { refundId: refund.id })\n",
    to: '',
    foundBy: ['refundsGranted'],
  },
  'no-sweep': {
    mistake: 'the notices are trusted to come: nobody reads what changed at the provider',
    file: 'src/modules/payments/settlement/reconcile.ts',
    from: '  for (const provider of deps.providers.all) found += await sweep(deps, provider)\n',
    to: '',
    foundBy: ['receivedOnce', 'returnedToTheCentavo'],
  },
}

/** What a run is made of: everything else is not needed, or made there anew. */
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
 * Runs the torture on a copy of the tree in which a mistake was made.
 *
 * @param args of the run, without the plant
 * @returns whether the run found it
 * @throws when the text to replace is not there exactly once: the code has moved on, and the plant has to follow
 */
export async function plantedRun(plant: Plant, args: readonly string[], folder: string): Promise<boolean> {
  const code = planted(plant, readFileSync(inRoot(plant.file), 'utf8'))
  const tree = join(folder, 'planted')
  for (const path of copied) cpSync(inRoot(path), join(tree, path), { recursive: true })
  symlinkSync(inRoot('node_modules'), join(tree, 'node_modules'))
  writeFileSync(join(tree, plant.file), code)
  console.log(`Planted: ${plant.mistake}`)

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
  return plant.foundBy.some((check) => said.includes(`✗ ${check}: `))
}

/** The file's text with the mistake in it. */
export function planted({ file, from, to }: Plant, text: string): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file} has ${times} times instead of once: ${from}`)
  return text.replace(from, () => to)
}

import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'
import { startNode } from '../lib/child.ts'
import type { Cluster } from './cluster.ts'
import type { Reader } from './database.ts'

/** Staff decisions: the command of `npm run desk`, and a query for its possible arguments. */
export const decisions = {
  'give a credit back': {
    command: 'devolver-credito',
    options: [],
    about: `select array[id::text] as args from credits where status = 'open'`,
  },
  'apply a credit': {
    command: 'aplicar-credito',
    options: ['--perdoar'],
    about: `select array[c.id, p.id]::text[] as args from credits c join payments p on p.user_id = c.user_id
             where c.status = 'open' and p.status = 'pending'`,
  },
  'dismiss a credit': {
    command: 'descartar-credito',
    options: [],
    about: `select array[id::text] as args from credits where status = 'open' and reason = 'unmatched'`,
  },
  'refund a charge in part': {
    command: 'devolver-cobranca',
    options: ['--valor', '0,77'],
    about: `select array[id::text] as args from charges where status = 'approved'`,
  },
  'refund a charge': {
    command: 'devolver-cobranca',
    options: [],
    about: `select array[id::text] as args from charges where status = 'approved'`,
  },
  'retry a refund': {
    command: 'pedir-de-novo',
    options: [],
    about: `select array[id::text] as args from refunds where status = 'failed'`,
  },
  'reinstate the debt of a charge-back': {
    command: 'revisar-pagamento',
    options: ['--cobrar-de-novo'],
    about: `select array[id::text] as args from provider_payments where concern = 'charged_back'`,
  },
  'cancel an order': {
    command: 'cancelar-pedido',
    options: ['--devolver'],
    about: `select array[id::text] as args from orders where status not in ('cancelled', 'completed')`,
  },
  'record a payout': {
    command: 'saque',
    options: [],
    about: `select array['mercado-pago', '1,00', 'saque-' || count(*)] as args from ledger_transactions`,
  },
} as const

export type Decision = keyof typeof decisions

/** Timeout of a command, which takes some seconds, or a minute on a busy machine. */
const endsWithinMs = 180_000

/**
 * Runs a staff decision through `npm run desk`.
 *
 * @returns whether it succeeded; false when nothing qualifies
 */
export async function decide(
  { decision, share, killedAfter }: { decision: Decision; share: number; killedAfter: number | undefined },
  { cluster, database }: { cluster: Cluster; database: Reader },
): Promise<boolean> {
  const { command, options, about } = decisions[decision]
  const found = await database.all<{ args: string[] }>(`(${about} order by 1)`)
  const chosen = found[Math.floor(share * found.length)]
  if (!chosen) return false
  const account = DEMO_ACCOUNTS.find(({ role }) => role === 'staff')
  const desk = startNode(
    'desk',
    'scripts/desk.ts',
    [command, ...chosen.args, ...options, '--motivo', decision],
    {
      env: { ...cluster.env, DESK_EMAIL: account?.email, DESK_PASSWORD: account?.password },
      output: cluster.output,
    },
  )
  const kill = () => !desk.isGone() && process.kill(desk.pid, 'SIGKILL')
  let hung = false
  const timers = [
    ...(killedAfter ? [setTimeout(kill, killedAfter)] : []),
    setTimeout(() => {
      hung = true
      kill()
    }, endsWithinMs),
  ]
  const result = await desk.exited
  for (const timer of timers) clearTimeout(timer)
  if (hung) throw new Error(`npm run desk -- ${command} did not end by itself`)
  return result === 0
}

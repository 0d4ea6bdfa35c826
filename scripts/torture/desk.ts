import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'
import { startNode } from '../lib/child.ts'
import type { Reader } from './database.ts'
import type { World } from './world.ts'

/** What the team may decide: the command of `npm run desk`, and the things it can be said of, as its arguments. */
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
  'ask for a refund again': {
    command: 'pedir-de-novo',
    options: [],
    about: `select array[id::text] as args from refunds where status = 'failed'`,
  },
  'a charge-back is owed again': {
    command: 'revisar-pagamento',
    options: ['--cobrar-de-novo'],
    about: `select array[id::text] as args from provider_payments where concern = 'charged_back'`,
  },
  'cancel an order': {
    command: 'cancelar-pedido',
    options: ['--devolver'],
    about: `select array[id::text] as args from orders where status not in ('cancelled', 'completed')`,
  },
  'draw money': {
    command: 'saque',
    options: [],
    about: `select array['mercado-pago', '1,00', 'saque-' || count(*)] as args from ledger_transactions`,
  },
} as const

export type Decision = keyof typeof decisions

/** Lets a person of the team decide by the product's own command line. @returns whether it was done */
export async function decide(
  { decision, share, killedAfter }: { decision: Decision; share: number; killedAfter: number | undefined },
  { world, database }: { world: World; database: Reader },
): Promise<boolean> {
  const { command, options, about } = decisions[decision]
  const found = await database.all<{ args: string[] }>(`(${about} order by 1)`)
  const chosen = found[Math.floor(share * found.length)]
  if (!chosen) return false
  const account = DEMO_ACCOUNTS.find(({ role }) => role === 'staff')
  const clerk = startNode(
    'desk',
    'scripts/desk.ts',
    [command, ...chosen.args, ...options, '--motivo', decision],
    {
      env: { ...world.env, DESK_EMAIL: account?.email, DESK_PASSWORD: account?.password },
      output: world.output,
    },
  )
  const timer =
    killedAfter && setTimeout(() => !clerk.isGone() && process.kill(clerk.pid, 'SIGKILL'), killedAfter)
  const result = await clerk.exited
  clearTimeout(timer)
  return result === 0
}

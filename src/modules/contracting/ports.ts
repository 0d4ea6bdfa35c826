import type { Centavos } from '../../core/money.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'

/** Who is hiring, as the web knows the person. */
export interface HiringViewer {
  id: string
  email: string
  nome: string
}

/** The part of payments' door that contracting uses. Runs inside the caller's transaction. */
export type ScheduleInstalments = (
  tx: Transaction,
  instalments: {
    orderId: string
    userId: string
    serviceTitle: string
    paymentType: string
    rows: {
      number: number
      kind: 'entrada' | 'parcela' | 'a-vista'
      amount: Centavos
      /** 'YYYY-MM-DD'. */
      dueDate: string
      method: 'pix' | 'credit_card'
    }[]
  },
) => Promise<unknown>

/**
 * Stops what an order still owes and asks back what was paid for it. Runs inside the caller's transaction.
 *
 * @returns centavos asked back
 */
export type GiveBack = (tx: Transaction, order: { orderId: string; by: string }) => Promise<Centavos>

/** The part of notifications' door that contracting uses. */
export type SendMessage = (
  executor: Executor,
  message: { to: string; channel: 'email'; subject: string; text: string; userId: string; kind: string },
) => Promise<unknown>

/** Whether a person's e-mail was confirmed, read on the executor it is given. */
export type EmailConfirmed = (executor: Executor, userId: string) => Promise<boolean>

/** Lets the account know what the person said of themselves, where it knew nothing. In the caller's transaction. */
export type CompleteProfile = (
  executor: Executor,
  profile: { userId: string; given: { nome: string; documento: string; telefone: string }; now: Date },
) => Promise<void>

import { eq } from 'drizzle-orm'
import type { PersonalSource } from '../../platform/personal/personal-data.ts'
import { rowsSource } from '../../platform/personal/rows-source.ts'
import { receipts } from './tables.server.ts'

/** Receipts and payment schedules: evidence of payments. */
export const receiptsPersonal: PersonalSource = rowsSource({
  kind: 'order',
  table: receipts,
  id: receipts.id,
  where: ({ userId }) => (userId ? eq(receipts.userId, userId) : undefined),
  fields: {
    paper: receipts.kind,
    year: receipts.year,
    number: receipts.number,
    amount: receipts.amount,
    createdAt: receipts.createdAt,
    sha256: receipts.sha256,
  },
})

import { formatInstant } from '../../../core/calendar.ts'
import { numbersCopy as copy } from '../../copy/desk-numbers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { NumbersScreen } from '../../desk/numbers/numbers-screen.tsx'
import { readPeriod } from '../../desk/numbers/read-period.server.ts'
import { shownTable, type TableName, tablesOf } from '../../desk/numbers/tables.server.ts'
import { deskLoader } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the figures of a period: sales, money, open amounts, the steps to a contract, promises, and unpaid amounts. */
export const loader = deskLoader(async ({ request, app: { numbers, payments, clock } }) => {
  const period = readPeriod(request, clock.now())
  const [read, open] = await Promise.all([numbers.readNumbers({ period }), payments.openByAge()])
  const tables = Object.entries(tablesOf(read, open)).map(([name, table]) => [name, shownTable(table)])
  const { madeAt, ...shown } = read
  return {
    ...shown,
    open,
    madeAt: madeAt && formatInstant(madeAt),
    tables: Object.fromEntries(tables) as Record<TableName, ReturnType<typeof shownTable>>,
  }
})

export default deskPage('numbers', NumbersScreen)

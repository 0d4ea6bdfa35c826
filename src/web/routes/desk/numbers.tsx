import { formatInstant } from '../../../core/calendar.ts'
import { keysOf, recordFrom } from '../../../core/records.ts'
import { numbersCopy as copy } from '../../copy/desk-numbers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { NumbersScreen } from '../../desk/numbers/numbers-screen.tsx'
import { readPeriod } from '../../desk/numbers/read-period.server.ts'
import { shownTable, tablesOf } from '../../desk/numbers/tables.server.ts'
import { deskLoader } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the figures of a period: sales, money, open amounts, the steps to a contract, promises, and unpaid amounts. */
export const loader = deskLoader(async ({ request, app: { numbers, payments, clock } }) => {
  const period = readPeriod(request, clock.now())
  const [read, open] = await Promise.all([numbers.readNumbers({ period }), payments.openByAge()])
  const tables = tablesOf(read, open)
  const { madeAt, ...shown } = read
  return {
    ...shown,
    open,
    madeAt: madeAt && formatInstant(madeAt),
    tables: recordFrom(keysOf(tables), (name) => shownTable(tables[name])),
  }
})

export default deskPage('numbers', NumbersScreen)

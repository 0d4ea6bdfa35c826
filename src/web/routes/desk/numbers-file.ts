import { deskFile, fileRefusal } from '../../desk/file.server.ts'
import { readPeriod } from '../../desk/numbers/read-period.server.ts'
import { fileOf, tableNames, tablesOf } from '../../desk/numbers/tables.server.ts'

/** Downloads a table of the numbers as a file for a spreadsheet. */
export const loader = deskFile(async ({ request, params, app: { numbers, payments, clock } }) => {
  const name = tableNames.find((table) => `${table}.csv` === params.tabela)
  if (!name) return fileRefusal('not_found')
  const period = readPeriod(request, clock.now())
  const [read, open] = await Promise.all([numbers.readNumbers({ period }), payments.openByAge()])
  return new Response(fileOf(tablesOf(read, open)[name]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="recomeco-${name}-${period.from}-${period.to}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
})

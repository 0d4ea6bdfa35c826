import { may } from '../../../modules/team/public.ts'
import { appContext } from '../../context.ts'
import { deskRefusals as refusals } from '../../copy/desk-refusals.ts'
import { readPeriod } from '../../desk/numbers/read-period.server.ts'
import { fileOf, tableNames, tablesOf } from '../../desk/numbers/tables.server.ts'
import { memberContext } from '../../session/desk.server.ts'
import type { Route } from './+types/numbers-file.ts'

/** Downloads a table of the numbers as a file for a spreadsheet. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { numbers, payments, clock } = context.get(appContext)
  const { role } = context.get(memberContext)
  const text = { 'Content-Type': 'text/plain; charset=utf-8' }
  if (!may(role, 'numbers.read')) return new Response(refusals.not_staff, { status: 403, headers: text })
  const name = tableNames.find((table) => `${table}.csv` === params.tabela)
  if (!name) return new Response(refusals.not_found, { status: 404, headers: text })
  const period = readPeriod(request, clock.now())
  const [read, open] = await Promise.all([numbers.readNumbers({ period }), payments.openByAge()])
  return new Response(fileOf(tablesOf(read, open)[name]), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="recomeco-${name}-${period.from}-${period.to}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  })
}

import { formatInstant } from '../../../core/calendar.ts'
import { contractsCopy as copy } from '../../copy/desk-contracts.ts'
import { ContractsScreen } from '../../desk/contracts/contracts-screen.tsx'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskLoader, type ScreenArgs } from '../../desk/screen.server.ts'
import { searchOf } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const pageSize = 20

/** Loads the versions of the contract, two of them side by side, and the contracts signed with one. */
export const loader = deskLoader(async ({ request, app }) => {
  const search = searchOf('deskContracts', request)
  const versions = await app.contracting.templateVersions()
  const has = (version: string | null) => versions.find((one) => one.version === version)?.version
  const after = has(search.get('nova')) ?? versions.at(-1)?.version ?? ''
  const before = has(search.get('antiga')) ?? versions.at(-2)?.version ?? after
  const listed = has(search.get('lista'))
  return {
    versions: versions.map(({ version, isCurrent, signed }) => ({
      version,
      isCurrent,
      signed: signed && {
        first: formatInstant(signed.first),
        last: formatInstant(signed.last),
        contracts: copy.count(signed.contracts, signed.areMore),
      },
    })),
    before,
    after,
    compared: search.has('nova') ? await app.contracting.compareTemplates({ before, after }) : undefined,
    list: listed ? await contractsOf(app, listed, search.get('depois') ?? undefined) : undefined,
  }
})

async function contractsOf({ contracting, orders }: ScreenArgs['app'], version: string, after?: string) {
  const { contracts, next } = await contracting.contractsOfTemplate({ version, after, limit: pageSize })
  const found = contracts.map(async ({ orderId, acceptedAt }) => ({
    orderId,
    number: (await orders.findForTeam({ text: orderId }))?.number,
    at: formatInstant(acceptedAt),
  }))
  return { version, next, contracts: await Promise.all(found) }
}

export default deskPage('contracts', ContractsScreen)

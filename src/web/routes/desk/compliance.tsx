import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { fictitiousParts } from '../../../core/company.ts'
import { may } from '../../../modules/team/public.ts'
import { complianceCopy as copy } from '../../copy/desk-compliance.ts'
import { checkShop } from '../../desk/compliance/checks.ts'
import { ComplianceScreen } from '../../desk/compliance/compliance-screen.tsx'
import { readDuties } from '../../desk/compliance/read-duties.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { deskLoader, type ScreenArgs } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the legal problems of the shop in its current state, then the law, article by article. */
export const loader = deskLoader(async ({ app }) => {
  const checked = checkShop(await stateOf(app))
  return { checks: checked, duties: readDuties(checked) }
})

async function stateOf({
  config,
  catalogue,
  clock,
  operations,
  seal,
  team,
  readableRows,
}: ScreenArgs['app']) {
  const { mercadoPago, apiPix } = config
  const { company } = catalogue.current()
  const [stopped, members, readable] = await Promise.all([
    operations.deadLetters(),
    team.members(),
    readableRows(),
  ])
  const webhookSecrets = [mercadoPago?.webhookSecret, apiPix?.webhookSecret]
  return {
    today: todayInSaoPaulo(clock.now()),
    production: config.production,
    demo: config.demo,
    publicUrl: config.publicUrl,
    company,
    fictitious: fictitiousParts(company),
    catalogue: catalogue.current(),
    channels: { email: config.smtp !== undefined, whatsapp: config.whatsapp !== undefined },
    provider: {
      configured: mercadoPago !== undefined || apiPix !== undefined,
      signed: webhookSecrets.some((secret) => secret !== undefined && secret !== ''),
    },
    sealed: seal.configured !== undefined && seal.current() !== undefined,
    lateFee: config.paymentTerms.lateFee,
    stoppedJobs: stopped.map(({ job }) => job),
    readableRows: [...readable.values()].reduce((sum, rows) => sum + rows, 0),
    approvers: {
      needed: config.approvalAbove !== undefined,
      count: members.filter(({ role }) => may(role, 'refund.approve')).length,
    },
  }
}

export default deskPage('compliance', ComplianceScreen)

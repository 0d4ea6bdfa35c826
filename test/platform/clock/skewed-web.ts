/**
 * The application of a web process without its pages, which would have to be built: signs and charges for customers, prints the references
 * of their charges, and then takes the provider's notices. Its clock is that of `main.ts`. Started with a wrong wall clock.
 */
import { randomUUID } from 'node:crypto'
import { compose } from '../../../src/composition.ts'
import { openDatabaseClock } from '../../../src/platform/clock/database-clock.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { startNoticeReceiver } from '../../support/notice-receiver.ts'

const database = openDatabase({ url: process.env.DATABASE_URL ?? '', max: 4 })
const notices = await startNoticeReceiver((notice) =>
  app.payments.receiveWebhook({ provider: 'mercado-pago', ...notice }),
)
const config = parseConfig({ ...process.env, PUBLIC_URL: notices.url }, () => ({
  session: '',
  encryption: '',
}))
const clock = await openDatabaseClock({ database })
const app = await compose({
  ...{ config, database, clock, machineClock: clock, log: createLog({ level: 'silent' }) },
})

const evidence = { ip: '203.0.113.7', userAgent: 'Mozilla/5.0' }
const charges: string[] = []
for (let customer = 0; customer < 4; customer++) {
  const id = randomUUID()
  const viewer = { id, email: `${id}@exemplo.com.br`, nome: 'Ana Souza', documento: '52998224725' }
  await database.$client.query(
    'insert into users (id, email, email_confirmed_at, created_at) values ($1, $2, now(), now())',
    [id, viewer.email],
  )
  const draft = await app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer, name: viewer.nome },
    ...{ cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!draft.ok) throw new Error(draft.code)
  const { draftId } = draft.value
  const ticked = ['Li e aceito os termos do contrato.']
  const accepted = await app.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  if (!accepted.ok) throw new Error(accepted.code)
  const [first] = await app.payments.pendingOf({ userId: id, documento: viewer.documento })
  const started = await app.payments.startCharge({ viewer, instalmentIds: [first?.id ?? ''] })
  if (!started.ok) throw new Error(started.code)
  charges.push(started.value.chargeId)
}
console.log(JSON.stringify({ charges, skewSeconds: clock.state().skewSeconds }))

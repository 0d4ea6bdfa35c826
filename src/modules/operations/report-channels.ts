import { MINUTE } from '../../core/durations.ts'
import { clearAlert, raiseAlert } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { channelRefusingMessage } from './messages.ts'

/** A short outage of a channel causes no e-mail. */
const reportedAfter = 15 * MINUTE

/**
 * E-mails the team about WhatsApp that accepts no messages: once until it accepts one. Those that continue by e-mail fail nowhere, so that
 * nothing else would say it. A mail server that accepts none cannot be reported by e-mail: the desk and the alarm say that.
 */
export async function reportChannels({
  database,
  clock,
  whatsappRefusals,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const refusals = await whatsappRefusals()
  const now = clock.now()
  const isLong = refusals !== undefined && now.getTime() - refusals.since.getTime() >= reportedAfter
  await database.transaction(async (tx) => {
    if (!refusals) return clearAlert(tx, key)
    if (!isLong || !(await raiseAlert(tx, key, now))) return
    const deskUrl = links.deskMessages({ ver: 'na-fila' })
    const message = channelRefusingMessage({ ...refusals, deskUrl })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.failed-messages', ...message })
  })
}

const key = 'channel-refusing:whatsapp'

import type { NotificationsDeps } from './deps.ts'
import { replaceTemplates } from './templates-store.server.ts'

/** Reads from Meta which templates are approved. What notices said meanwhile is in that list too. */
export async function refreshTemplates({
  database,
  channels,
  clock,
  log,
}: Pick<NotificationsDeps, 'database' | 'channels' | 'clock' | 'log'>): Promise<void> {
  const listed = await channels.whatsapp.listTemplates?.()
  if (!listed) return
  // What was last known stays: the next hour asks again.
  if (!listed.ok) return log.warn({ reason: listed.detail }, 'could not read the templates of WhatsApp')
  await database.transaction((tx) => replaceTemplates(tx, listed.value, clock.now()))
}

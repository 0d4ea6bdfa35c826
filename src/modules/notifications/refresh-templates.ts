import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { NotificationsDeps } from './deps.ts'
import { replaceTemplates } from './templates-store.server.ts'

type Deps = Pick<NotificationsDeps, 'database' | 'channels' | 'clock' | 'log'>

/** Reads from Meta which templates are approved. What notices said meanwhile is in that list too; what cannot be read stays as it was. */
export async function askTemplates({
  database,
  channels,
  clock,
  log,
}: Deps): Promise<Outcome<null, 'not_configured' | 'unavailable'>> {
  const listed = await channels.whatsapp.listTemplates?.()
  if (!listed) return refuse('not_configured')
  if (!listed.ok) {
    log.warn({ reason: listed.detail }, 'could not read the templates of WhatsApp')
    return refuse('unavailable')
  }
  await database.transaction((tx) => replaceTemplates(tx, listed.value, clock.now()))
  return ok(null)
}

/** The job: what fails is asked again by the next hour. */
export async function refreshTemplates(deps: Deps): Promise<void> {
  await askTemplates(deps)
}

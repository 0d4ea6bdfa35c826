import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { NotificationsDeps } from './deps.ts'
import { missingTemplates } from './domain/templates.ts'
import { approvalsOf, replaceTemplates } from './templates-store.server.ts'

type Deps = Pick<NotificationsDeps, 'database' | 'channels' | 'clock' | 'log'>

/**
 * Reads from Meta which templates are approved. The list includes what notices reported meanwhile; on an error the stored statuses
 * remain.
 */
export async function fetchTemplates({
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
  const missing = missingTemplates(await approvalsOf(database))
  if (missing.length > 0) {
    const instead = missing.includes('aviso') ? 'email' : 'aviso'
    log.warn({ templates: missing, instead }, 'templates of WhatsApp are not approved')
  }
  return ok(null)
}

/** The job: a failed request is repeated in the next hour. */
export async function refreshTemplates(deps: Deps): Promise<void> {
  await fetchTemplates(deps)
}

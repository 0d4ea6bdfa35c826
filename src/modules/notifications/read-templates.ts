import { keysOf } from '../../core/records.ts'
import type { NotificationsDeps } from './deps.ts'
import { type TemplateName, templates } from './domain/templates.ts'
import { selectTemplates } from './templates-store.server.ts'

/** A template of the shop, and the last status that Meta reported. */
export interface TemplateApproval {
  name: TemplateName
  /** Its text, with `{{1}}` for the message: to be submitted to Meta exactly so. */
  body: string
  /** Meta's value: 'APPROVED', 'PENDING'; undefined when Meta does not list it. */
  status: string | undefined
  /** Why it was rejected or paused; empty when no reason was given. */
  reason: string
  /** When Meta reported it. */
  saidAt: Date | undefined
}

/**
 * Lists each template of the shop with its approval, as last read or reported. `canListTemplates`: Meta can be queried for its list.
 */
export async function readTemplates({
  database,
  channels,
}: Pick<NotificationsDeps, 'database' | 'channels'>): Promise<{
  canListTemplates: boolean
  templates: TemplateApproval[]
}> {
  const known = new Map((await selectTemplates(database)).map((one) => [one.name, one]))
  return {
    canListTemplates: channels.whatsapp.listTemplates !== undefined,
    templates: keysOf(templates).map((name) => {
      const approval = known.get(name)
      return {
        name,
        body: templates[name],
        status: approval?.status,
        reason: approval?.reason ?? '',
        saidAt: approval?.changedAt,
      }
    }),
  }
}

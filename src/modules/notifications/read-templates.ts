import type { NotificationsDeps } from './deps.ts'
import { type TemplateName, templates } from './domain/templates.ts'
import { selectTemplates } from './templates-store.server.ts'

/** A template of the house, and what Meta last said of it. */
export interface TemplateApproval {
  name: TemplateName
  /** Its words, with `{{1}}` for the message: to be asked for at Meta exactly so. */
  body: string
  /** In Meta's words: 'APPROVED', 'PENDING'; undefined where Meta does not list it. */
  status: string | undefined
  /** Why it was rejected or paused; empty where nothing was said. */
  reason: string
  /** When Meta said so. */
  saidAt: Date | undefined
}

/** Each template of the house with its approval, as it was last read or told. `isAsked`: Meta can be asked for its list. */
export async function readTemplates({
  database,
  channels,
}: Pick<NotificationsDeps, 'database' | 'channels'>): Promise<{
  isAsked: boolean
  templates: TemplateApproval[]
}> {
  const known = new Map((await selectTemplates(database)).map((one) => [one.name, one]))
  return {
    isAsked: channels.whatsapp.listTemplates !== undefined,
    templates: (Object.keys(templates) as TemplateName[]).map((name) => {
      const said = known.get(name)
      return {
        ...{ name, body: templates[name], status: said?.status },
        ...{ reason: said?.reason ?? '', saidAt: said?.changedAt },
      }
    }),
  }
}

import { formatInstant } from '../../../core/calendar.ts'
import { templatesCopy as copy } from '../../copy/desk-templates.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { TemplatesScreen } from '../../desk/messages/templates-screen.tsx'
import { deskAction, deskLoader } from '../../desk/screen.server.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads the WhatsApp templates, with the latest status that Meta reported for each. */
export const loader = deskLoader(async ({ app }) => {
  const { canListTemplates, templates } = await app.notifications.readTemplates()
  return {
    canListTemplates,
    templates: templates.map(({ saidAt, ...one }) => ({ ...one, said: saidAt && formatInstant(saidAt) })),
  }
})

export const action = deskAction({
  ask: {
    right: 'message.read',
    async run({ app }) {
      const asked = await app.notifications.fetchTemplates()
      return asked.ok
        ? { ok: true, done: copy.asked }
        : {
            ok: false,
            code: asked.code,
            message: asked.code === 'unavailable' ? copy.unavailable : copy.notAsked,
          }
    },
  },
})

export default deskPage('templates', TemplatesScreen)

import { data } from 'react-router'
import { appContext, formContext } from '../../context.ts'
import { preferencesCopy as copy } from '../../copy/preferences.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/by-link.ts'
import { changePreferences } from './change-preferences.server.ts'
import { PreferencesForm } from './preferences-form.tsx'

export const handle = { footer: 'lean', secretLink: true }

export const meta: Route.MetaFunction = () => [
  { title: copy.meta.title },
  { name: 'description', content: copy.meta.description },
  { name: 'robots', content: 'noindex' },
]

/**
 * Loads the preferences of the person to whom the message with this link was sent, and nothing else about them; a 404 for any
 * other link.
 */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { notifications } = context.get(appContext)
  const found = await notifications.preferencesByToken({ token })
  if (!found) throw data(null, { status: 404 })
  const { channels, whatsapp } = found
  return data({ channels, hasWhatsapp: whatsapp !== undefined }, { headers: privatePageHeaders })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ params: { token }, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const toast = await changePreferences(app, { owner: { token }, form: context.get(formContext) })
  if (!toast) throw data(null, { status: 404 })
  return redirectWithToast(cookiesFor(app.config.session), paths.preferences(token), toast)
}

export default function PreferencesByLink({ loaderData, params: { token } }: Route.ComponentProps) {
  const here = paths.preferences(token)
  return (
    <>
      <PageHeader title={copy.title} lead={copy.linkLead} />
      <PreferencesForm preferences={loaderData} action={here}>
        {loaderData.hasWhatsapp && (
          <section className="grid gap-4 max-w-read" aria-labelledby="whatsapp">
            <h2 className="text-h3" id="whatsapp">
              {copy.whatsapp.title}
            </h2>
            <p>{copy.whatsapp.onByLink}</p>
            <form method="post" action={here}>
              <Button tone="quiet" name="intent" value="revoke">
                {copy.whatsapp.revoke}
              </Button>
            </form>
          </section>
        )}
      </PreferencesForm>
    </>
  )
}

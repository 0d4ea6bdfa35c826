import type { App } from '../../../composition.ts'
import { formatPhone, isMobilePhone, normalizePhone } from '../../../core/phone.ts'
import { whatsappStatement } from '../../../modules/notifications/public.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { preferencesCopy as copy } from '../../copy/preferences.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast, type Toast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { AccountField } from '../../ui/account-field.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { changePreferences } from '../preferences/change-preferences.server.ts'
import { PreferencesForm } from '../preferences/preferences-form.tsx'
import type { Route } from './+types/preferences.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.messagePreferences() })

export async function loader({ request, context }: Route.LoaderArgs) {
  const { notifications, identity } = context.get(appContext)
  const viewer = await requireViewer(context, request)
  const { channels, whatsapp } = await notifications.preferencesOf({ userId: viewer.id })
  const { telefone } = await identity.profileOf(viewer.id)
  const phone = isMobilePhone(telefone) ? normalizePhone(telefone) : undefined
  return { channels, whatsapp, phone }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { id: userId } = await requireViewer(context, request)
  const form = context.get(formContext)
  const { ip, userAgent } = context.get(requestContext)
  const toast =
    form.get('intent') === 'agree'
      ? await agree(app, { userId, form, evidence: { ip, userAgent } })
      : await changePreferences(app, { owner: { userId }, form })
  const to = paths.messagePreferences()
  return redirectWithToast(
    cookiesFor(app.config.session),
    to,
    toast ?? { tone: 'destructive', ...copy.invalid },
  )
}

async function agree(
  { identity, notifications }: Pick<App, 'identity' | 'notifications'>,
  given: { userId: string; form: FormData; evidence: { ip: string; userAgent: string } },
): Promise<Toast> {
  const { userId, form, evidence } = given
  const { telefone: phone } = await identity.profileOf(userId)
  const statement = textIn(form, 'aceito')
  const place = paths.messagePreferences()
  const agreed = await notifications.giveWhatsappConsent({ userId, phone, statement, place, evidence })
  return agreed.ok
    ? { tone: 'success', ...copy.whatsapp.agreed }
    : { tone: 'destructive', ...copy.whatsapp.mustTick }
}

export default function MessagePreferences({ loaderData }: Route.ComponentProps) {
  const { channels, whatsapp, phone } = loaderData
  const here = paths.messagePreferences()
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead} />
      <PreferencesForm preferences={{ channels, hasWhatsapp: whatsapp !== undefined }} action={here}>
        <section className="grid gap-4 max-w-read" aria-labelledby="whatsapp">
          <h2 className="text-h3" id="whatsapp">
            {copy.whatsapp.title}
          </h2>
          {whatsapp && (
            <form method="post" action={here} className="form">
              <AccountField />
              <p>{copy.whatsapp.on(whatsapp.phone, new Date(whatsapp.since))}</p>
              <Button tone="quiet" name="intent" value="revoke">
                {copy.whatsapp.revoke}
              </Button>
            </form>
          )}
          {!whatsapp && phone && (
            <form method="post" action={here} className="form">
              <AccountField />
              <p>{copy.whatsapp.off}</p>
              <Checkbox name="aceito" value={whatsappStatement(formatPhone(phone))} required>
                {whatsappStatement(formatPhone(phone))}
              </Checkbox>
              <Button tone="quiet" name="intent" value="agree">
                {copy.whatsapp.agree}
              </Button>
            </form>
          )}
          {!whatsapp && !phone && (
            <div className="grid gap-4">
              <p>{copy.whatsapp.noPhone}</p>
              <div>
                <LinkButton tone="quiet" href={paths.account({ aba: 'cadastro' })}>
                  {copy.whatsapp.toRegistration}
                </LinkButton>
              </div>
            </div>
          )}
        </section>
      </PreferencesForm>
    </>
  )
}

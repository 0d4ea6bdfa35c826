import { data } from 'react-router'
import { appContext, formContext } from '../../context.ts'
import { payerLinkCopy as copy } from '../../copy/arrangements.ts'
import { instalmentLabel } from '../../copy/payments.ts'
import { whatsappShare } from '../../copy/whatsapp.ts'
import { paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/payer-link.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches, { ...copy.meta, path: location.pathname })

/** Loads an instalment and, once it is created, the link with which a third party pays it. */
export async function loader({ request, params: { instalmentId }, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { payments } = context.get(appContext)
  const read = await payments.payerLinkOf({
    userId: viewer.id,
    documento: viewer.documento(),
    instalmentId,
  })
  if (read.ok) return read.value
  if (read.code !== 'not_found') return { refused: read.code }
  await recordMiss(context, 'instalment', [instalmentId])
  throw data(null, { status: 404 })
}

/** Creates or revokes the link, then redirects back. */
export async function action({ request, params: { instalmentId }, context }: Route.ActionArgs) {
  const { id: userId } = await requireViewer(context, request)
  const { config, payments } = context.get(appContext)
  const cookies = cookiesFor(config.session)
  const here = paths.payerLink(instalmentId)
  if (context.get(formContext).get('intent') === 'revoke') {
    const revoked = await payments.revokePayerLink({ userId, instalmentId })
    if (!revoked) await recordMiss(context, 'instalment', [instalmentId])
    return redirectWithToast(cookies, here, { tone: 'neutral', ...copy.revoked })
  }
  const created = await payments.createPayerLink({ userId, instalmentId })
  if (created.ok) return redirectWithToast(cookies, here, [])
  if (created.code === 'not_found') await recordMiss(context, 'instalment', [instalmentId])
  return redirectWithToast(cookies, paths.payments(), { tone: 'destructive', ...copy.refused[created.code] })
}

export default function PayerLinkPage({ loaderData, params: { instalmentId } }: Route.ComponentProps) {
  if ('refused' in loaderData) {
    const { title, text } = copy.refused[loaderData.refused]
    return (
      <PageHeader eyebrow={copy.eyebrow} title={title} lead={text}>
        <LinkButton href={paths.payments()}>{copy.back}</LinkButton>
      </PageHeader>
    )
  }
  const { instalment, link } = loaderData
  const here = paths.payerLink(instalmentId)
  return (
    <>
      <PageHeader
        eyebrow={copy.eyebrow}
        title={copy.title}
        lead={copy.lead(instalmentLabel(instalment), instalment.total)}
      />
      <div className="wrap pb-16">
        <section className="card max-w-read">
          {link ? (
            <>
              <h2 className="row-title">{copy.ready}</h2>
              <code className="code keep-address">{link.url}</code>
              <div className="grid gap-3">
                <LinkButton
                  block
                  newTab
                  rel="noreferrer"
                  href={whatsappShare(copy.message(instalment.total, link.url))}
                >
                  <Icon name="whatsapp" size={22} />
                  {copy.whatsapp}
                </LinkButton>
                <CopyButton text={link.url} label={copy.copy} done={copy.copied} tone="quiet" block />
              </div>
              <p className="note mt-4">{copy.until(link.expiresAt)}</p>
            </>
          ) : (
            <form method="post" action={here}>
              <Button name="intent" value="create" block busyLabel={copy.createBusy}>
                {copy.create}
              </Button>
            </form>
          )}
          <h2 className="row-title mt-8 mb-4">{copy.seesTitle}</h2>
          <Checklist items={copy.sees} />
          <div className="mt-6 grid gap-2">
            <LinkButton block tone={link ? 'quiet' : 'ghost'} href={paths.payments()}>
              {copy.back}
            </LinkButton>
            {link && (
              <form method="post" action={here}>
                <Button block name="intent" value="revoke" tone="ghost" busyLabel={copy.revokeBusy}>
                  {copy.revoke}
                </Button>
              </form>
            )}
          </div>
        </section>
      </div>
    </>
  )
}

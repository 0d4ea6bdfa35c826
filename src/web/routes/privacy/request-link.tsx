import { data } from 'react-router'
import { MAX_EMAIL_LENGTH } from '../../../core/email.ts'
import { LINK_MINUTES } from '../../../modules/privacy/public.ts'
import { appContext, formContext, requestContext } from '../../context.ts'
import { privacyCopy } from '../../copy/privacy-centre.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/request-link.ts'

const copy = privacyCopy.guest

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.lead, path: paths.privacyLink() })

/** Sends the link. The response is the same whether data of the address are stored or not. */
export async function action({ context }: Route.ActionArgs) {
  const { privacy } = context.get(appContext)
  const typed = textIn(context.get(formContext), 'contato')
  const sent = await privacy.sendPrivacyLink({ typed, ip: context.get(requestContext).ip })
  if (sent.ok) return data({ isSent: true, typed: '', error: undefined })
  const isTooMany = sent.code === 'too_many'
  return data(
    { isSent: false, typed, error: isTooMany ? copy.tooMany : copy.missing },
    { status: isTooMany ? 429 : 422 },
  )
}

export default function RequestLink({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader eyebrow={privacyCopy.eyebrow} title={copy.title} lead={copy.lead} />
      <div className="wrap pb-20">
        <div className="max-w-read">
          {actionData?.isSent ? (
            <div className="grid gap-6">
              <Callout tone="success" title={copy.sentTitle} live>
                {copy.sent(LINK_MINUTES)}
              </Callout>
              <p>
                <LinkButton href={paths.privacyLink()} tone="quiet">
                  {copy.again}
                </LinkButton>
              </p>
            </div>
          ) : (
            <form className="form card" method="post" action={paths.privacyLink()} noValidate>
              <Field
                name="contato"
                label={copy.label}
                hint={copy.hint}
                error={actionData?.error}
                defaultValue={actionData?.typed}
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={MAX_EMAIL_LENGTH}
              />
              <Button block busyLabel={copy.busy}>
                {copy.send}
              </Button>
            </form>
          )}
          <p className="note mt-6">
            <a href={paths.accountPrivacy()}>{copy.account}</a>
          </p>
        </div>
      </div>
    </>
  )
}

import { data } from 'react-router'
import { formatPhone } from '../../../core/phone.ts'
import { MAX_RECEIVED_LENGTH } from '../../../modules/authenticity/public.ts'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { scamCheckCopy as copy } from '../../copy/scam-check.ts'
import { whatsappLink } from '../../copy/whatsapp.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checklist } from '../../ui/checklist.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/scam-check.ts'
import { FindingView } from './scam-check/finding-view.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.scamCheck() })

export function loader({ context }: Route.LoaderArgs) {
  return { site: new URL(context.get(appContext).config.publicUrl).host }
}

/** Checks `recebido`. The response is this page again: the typed text is in no URL, cookie or log. */
export async function action({ context }: Route.ActionArgs) {
  const { authenticity } = context.get(appContext)
  const text = textIn(context.get(formContext), 'recebido').trim()
  if (text === '') return data({ text, error: copy.form.empty, finding: null }, { status: 422 })
  const checked = await authenticity.check({
    text,
    visitor: { userId: context.get(viewerContext)?.id, ip: context.get(requestContext).ip },
  })
  if (!checked.ok) return data({ text, error: copy.form.tooMany, finding: null }, { status: 429 })
  return data({ text, error: undefined, finding: checked.value })
}

export default function ScamCheck({ loaderData, actionData }: Route.ComponentProps) {
  const finding = actionData?.finding
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead} />
      <div className="wrap pb-16">
        <div className="split">
          <div className="scam-check">
            {finding && <FindingView finding={finding} />}
            <form className="form card" method="post" action={`${paths.scamCheck()}#resultado`} noValidate>
              {finding && <h2 className="text-h3">{copy.form.another}</h2>}
              <TextareaField
                name="recebido"
                label={copy.form.label}
                hint={copy.form.hint}
                error={actionData?.error}
                defaultValue={finding ? '' : actionData?.text}
                rows={3}
                maxLength={MAX_RECEIVED_LENGTH}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Button block busyLabel={copy.form.busy} tone={finding ? 'quiet' : 'primary'}>
                {copy.form.submit}
              </Button>
              <p className="note">{copy.form.privacy}</p>
            </form>
          </div>
          <aside className="split-aside">
            <Official site={loaderData.site} />
          </aside>
        </div>
      </div>
      <Section band="sunk" title={copy.paid.title} lead={copy.paid.lead}>
        <div className="pair pair-top mt-9">
          <Process steps={copy.paid.steps} />
          <Never />
        </div>
      </Section>
    </>
  )
}

/** Official contact data of the company, to compare with. */
function Official({ site }: { site: string }) {
  const { phone, email, instagram, legalName, cnpj, pixKey } = useCompany()
  const { official } = copy
  return (
    <section className="aside" aria-labelledby="canais">
      <h2 id="canais" className="text-h3">
        {official.title}
      </h2>
      <p className="mt-2 mb-3 text-ink-2">{official.lead}</p>
      <DataList
        items={[
          { term: official.site, value: site },
          { term: official.phone, value: formatPhone(phone) },
          { term: official.email, value: email },
          { term: official.instagram, value: `@${new URL(instagram).pathname.replaceAll('/', '')}` },
          { term: official.receiver, value: legalName },
          { term: official.cnpj, value: cnpj },
          { term: official.pixKey, value: pixKey },
        ]}
      />
    </section>
  )
}

function Never() {
  const { phone } = useCompany()
  return (
    <div>
      <h3>{copy.never.title}</h3>
      <div className="mt-4">
        <Checklist items={copy.never.items} icon="close" />
      </div>
      <div className="actions">
        <LinkButton href={whatsappLink(phone, { text: copy.paid.about })} tone="quiet" newTab>
          <Icon name="whatsapp" />
          {copy.paid.whatsapp}
        </LinkButton>
      </div>
    </div>
  )
}

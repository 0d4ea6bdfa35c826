import { data } from 'react-router'
import { MAX_CONTRACT_BYTES } from '../../../modules/receipts/public.ts'
import { appContext, formContext, requestContext, viewerContext } from '../../context.ts'
import { contractCheckCopy as copy } from '../../copy/contract-check.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { Section } from '../../ui/section.tsx'
import { Process } from '../../ui/steps.tsx'
import type { Route } from './+types/contract-check.ts'
import { CheckedContract } from './contract-check/checked-contract.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...copy.meta, path: paths.verifyContract() })

export function loader({ context }: Route.LoaderArgs) {
  return { fingerprint: context.get(appContext).seal.configured?.fingerprint }
}

/** Checks `contrato`, a file, or `codigo`. The response is this page again: the input is in no URL, cookie or log. */
export async function action({ context }: Route.ActionArgs) {
  const { receipts } = context.get(appContext)
  const form = context.get(formContext)
  const sent = form.get('contrato')
  const code = textIn(form, 'codigo').trim()
  const file = sent instanceof File && sent.size > 0 ? sent : undefined
  if (!file && code === '') return data({ error: copy.form.empty, checked: null }, { status: 422 })
  const visitor = { userId: context.get(viewerContext)?.id, ip: context.get(requestContext).ip }
  const asked = file && file.size <= MAX_CONTRACT_BYTES ? { file: await file.bytes() } : { code }
  const checked = await receipts.checkContract({ ...asked, visitor })
  if (!checked.ok) {
    const [error, status] = refusals[checked.code]
    return data({ error, checked: null }, { status })
  }
  return data({ error: undefined, checked: checked.value })
}

const refusals = {
  too_many: [copy.form.tooMany, 429],
  overloaded: [copy.form.overloaded, 503],
  not_checked: [copy.form.notChecked, 503],
} as const

export default function ContractCheck({ loaderData: { fingerprint }, actionData }: Route.ComponentProps) {
  const checked = actionData?.checked
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead} />
      <div className="wrap pb-16">
        <div className="scam-check max-w-read">
          {checked && <CheckedContract checked={checked} />}
          <form
            className="form card"
            method="post"
            encType="multipart/form-data"
            action={`${paths.verifyContract()}#resultado`}
            noValidate
          >
            {checked && <h2 className="text-h3">{copy.form.another}</h2>}
            <Field
              name="contrato"
              required={false}
              type="file"
              accept=".pdf,application/pdf"
              label={copy.form.file}
              hint={copy.form.fileHint}
              error={actionData?.error}
            />
            <Field
              name="codigo"
              required={false}
              label={copy.form.code}
              hint={copy.form.codeHint}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button block busyLabel={copy.form.busy} tone={checked ? 'quiet' : 'primary'}>
              {copy.form.submit}
            </Button>
            <p className="note">{copy.form.privacy}</p>
          </form>
        </div>
      </div>
      <Section band="sunk" title={copy.without.title} lead={copy.without.lead}>
        <div className="mt-9 max-w-read">
          <Process steps={copy.without.steps} />
          <div className="actions">
            <LinkButton href={paths.contractVerifier()} tone="quiet" download>
              <Icon name="download" />
              {copy.without.download}
            </LinkButton>
          </div>
          {fingerprint && (
            <p className="note mt-5 wrap-anywhere">
              {copy.without.fingerprint}: <span className="code">{fingerprint}</span>
            </p>
          )}
        </div>
      </Section>
    </>
  )
}

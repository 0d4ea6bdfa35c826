import { data } from 'react-router'
import { appContext } from '../../context.ts'
import { privacyCopy as copy } from '../../copy/privacy-centre.ts'
import { paths } from '../../paths.ts'
import { privatePageHeaders } from '../../security/private-page.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/own-data.ts'
import { actInCentre, loadCentre } from './centre.server.ts'
import { CentreView } from './centre-view.tsx'

export const handle = { footer: 'lean', secretLink: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  // Never the key: it is a secret.
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.privacyLink() })

/** Loads the stored data of an address, for a person who proved by a link to be its owner. */
export async function loader({ params: { key }, request, context }: Route.LoaderArgs) {
  const { privacy, identity, database } = context.get(appContext)
  const person = await privacy.personOfLink({ key })
  if (!person) throw data(null, { status: 404 })
  if (person === 'expired')
    return data({ page: undefined, hasAccount: false }, { headers: privatePageHeaders })
  const page = await loadCentre(context, { person, request })
  const account = person.email ? await identity.accountOf(database, person.email) : undefined
  return data({ page, hasAccount: account !== undefined }, { headers: privatePageHeaders })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export async function action({ params: { key }, context }: Route.ActionArgs) {
  const { privacy } = context.get(appContext)
  const person = await privacy.personOfLink({ key })
  if (!person || person === 'expired') throw data(null, { status: 404 })
  return actInCentre(context, { person, here: paths.ownData(key) })
}

export default function OwnData({
  loaderData: { page, hasAccount },
  actionData,
  params,
}: Route.ComponentProps) {
  const { key } = params
  if (!page) {
    return (
      <PageHeader eyebrow={copy.eyebrow} title={copy.guest.expiredTitle} lead={copy.guest.expired}>
        <LinkButton href={paths.privacyLink()}>{copy.guest.askAgain}</LinkButton>
      </PageHeader>
    )
  }
  return (
    <CentreView
      page={page}
      answer={actionData}
      places={{
        here: paths.ownData(key),
        copy: paths.ownData(key, { copia: '1' }),
        erase: paths.ownData(key, { apagar: '1' }),
        file: paths.ownDataFile(key),
      }}
    >
      {hasAccount && (
        <Callout tone="now">
          <p>{copy.guest.hasAccount}</p>
          <p className="mt-3">
            <LinkButton href={paths.auth()} tone="quiet" small>
              {copy.guest.enter}
            </LinkButton>
          </p>
        </Callout>
      )}
      <p className="note">{copy.guest.until}</p>
    </CentreView>
  )
}

import { privacyCopy as copy } from '../../copy/privacy-centre.ts'
import { paths } from '../../paths.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/account-privacy.ts'
import { actInCentre, loadCentre } from './centre.server.ts'
import { CentreView } from './centre-view.tsx'
import { personOfViewer } from './person.server.ts'

export const handle = { footer: 'lean' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: copy.title, description: copy.description, path: paths.accountPrivacy() })

/** Loads the privacy centre of an account. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  return loadCentre(context, { person: personOfViewer(viewer), request })
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(context, request)
  return actInCentre(context, { person: personOfViewer(viewer), here: paths.accountPrivacy() })
}

export default function AccountPrivacy({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <CentreView
      page={loaderData}
      answer={actionData}
      places={{
        here: paths.accountPrivacy(),
        copy: paths.accountPrivacy({ copia: '1' }),
        erase: paths.accountPrivacy({ apagar: '1' }),
        file: paths.accountPrivacyFile(),
        account: paths.account(),
      }}
    />
  )
}

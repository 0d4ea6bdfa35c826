import { appContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import { inDownloadPlace } from '../../stream-places.server.ts'
import type { Route } from './+types/account-file.ts'
import { personOfViewer } from './person.server.ts'
import { exportFile } from './shown-data.server.ts'

/** Downloads all stored data of an account as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const { privacy, clock, config } = context.get(appContext)
  return inDownloadPlace(viewer.id, async () => {
    const own = await privacy.readOwnData({ person: personOfViewer(viewer) })
    return exportFile(own, { now: clock.now(), policy: config.publicUrl + paths.privacy() })
  })
}

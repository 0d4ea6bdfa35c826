import { appContext } from '../../context.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/account-file.ts'
import { exportFile } from './export-file.server.ts'
import { personOfViewer } from './person.server.ts'

/** Downloads all stored data of an account as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(context, request)
  const person = personOfViewer(viewer)
  return exportFile(context.get(appContext), { person, holder: viewer.id, request })
}

import { appContext } from '../../context.ts'
import { notFoundCopy } from '../../copy/errors.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import type { Route } from './+types/own-data-file.ts'
import { exportFile } from './export-file.server.ts'

/** Downloads all stored data of a proven address as a file. A 404 for a link that is invalid or expired. */
export async function loader({ params: { key }, request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const person = await app.privacy.personOfLink({ key })
  if (!person || person === 'expired') return missingFilePage(notFoundCopy.link)
  return exportFile(app, { person, holder: key, request })
}

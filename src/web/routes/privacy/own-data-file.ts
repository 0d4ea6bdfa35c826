import { data } from 'react-router'
import { appContext } from '../../context.ts'
import { paths } from '../../paths.ts'
import { inDownloadPlace } from '../../stream-places.server.ts'
import type { Route } from './+types/own-data-file.ts'
import { exportFile } from './shown-data.server.ts'

/** Downloads all stored data of a proven address as a file. A 404 for a link that is invalid or expired. */
export async function loader({ params: { key }, context }: Route.LoaderArgs) {
  const { privacy, clock, config } = context.get(appContext)
  const person = await privacy.personOfLink({ key })
  if (!person || person === 'expired') throw data(null, { status: 404 })
  return inDownloadPlace(key, async () => {
    const own = await privacy.readOwnData({ person })
    return exportFile(own, { now: clock.now(), policy: config.publicUrl + paths.privacy() })
  })
}

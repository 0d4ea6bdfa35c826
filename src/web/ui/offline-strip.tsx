import { offlineCopy as copy } from '../copy/offline.ts'
import { useOnline } from '../hydration/use-hydrated.ts'

/** Reports that the device has no network, and that no typed data are lost. */
export function OfflineStrip() {
  const online = useOnline()
  return (
    <div role="status" className="offline">
      {!online && (
        <p className="offline-strip">
          <b>{copy.title}.</b> {copy.stays}
        </p>
      )}
    </div>
  )
}

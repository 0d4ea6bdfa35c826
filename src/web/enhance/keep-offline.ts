import { requestOfflineCopy } from './request-offline-copy.ts'
import workerUrl from './worker.ts?worker&url'

/**
 * Registers the service worker that keeps pages for a day; called on the pages that a device keeps for a signed-in user. The
 * first such page is loaded before the worker exists, so the worker is requested to keep it too.
 */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const isNew = !serviceWorker.controller
  await serviceWorker.register(workerUrl, { scope: '/' })
  await serviceWorker.ready
  if (isNew) await requestOfflineCopy(location.href)
}

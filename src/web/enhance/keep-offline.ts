import { requestOfflineCopy } from './request-offline-copy.ts'
import workerUrl from './worker.ts?worker&url'

/**
 * On the pages that a device keeps, of somebody signed in: registers the worker that keeps them for a day. The first such page is
 * loaded before there is one, so the worker is asked to keep it too.
 */
export async function keepOffline(): Promise<void> {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const isNew = !serviceWorker.controller
  await serviceWorker.register(workerUrl, { scope: '/' })
  await serviceWorker.ready
  if (isNew) await requestOfflineCopy(location.href)
}

/**
 * Asks the worker of a page that a device keeps (worker.ts) to keep a state of it that was not loaded while there was one: the page
 * itself at the first visit, or a tab that React opened.
 */
export async function requestOfflineCopy(url: string): Promise<void> {
  if (!('keepOffline' in document.body.dataset)) return
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(url)
}

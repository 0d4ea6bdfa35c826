/**
 * Requests the service worker (worker.ts) to keep a state of a kept page that was not loaded through it: the page itself at the
 * first visit, or a tab that React opened.
 */
export async function requestOfflineCopy(url: string): Promise<void> {
  if (!('keepOffline' in document.body.dataset)) return
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage(url)
}

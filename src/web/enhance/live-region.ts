const pollIntervalMs = 15_000

/**
 * Keeps a part of the page up to date while it is visible: polls a version of a few bytes and fetches the page again
 * only when the version changed. A hidden page does not poll.
 */
export function keepLive(region: HTMLElement): void {
  const { liveRegion: versionUrl = '' } = region.dataset
  setInterval(check, pollIntervalMs)
  document.addEventListener('visibilitychange', check)

  async function check(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    const response = await fetch(versionUrl, { headers: { Accept: 'application/json' } }).catch(
      () => undefined,
    )
    if (!response?.ok) return
    const { version } = (await response.json()) as { version?: string }
    if (version && version !== region.dataset.liveVersion) await refresh()
  }

  async function refresh(): Promise<void> {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => undefined)
    if (!response?.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector<HTMLElement>('[data-live-region]')
    if (!fresh) return
    region.dataset.liveVersion = fresh.dataset.liveVersion ?? ''
    region.replaceChildren(...fresh.childNodes)
  }
}

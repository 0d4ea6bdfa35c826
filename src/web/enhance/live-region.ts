const every = 15_000

/**
 * Keeps a part of the page true while it is looked at: asks for a version, a few bytes, and takes the page anew only
 * when that changed. Nothing is asked while the page is hidden.
 */
export function keepLive(region: HTMLElement): void {
  const { liveRegion: address = '' } = region.dataset
  setInterval(check, every)
  document.addEventListener('visibilitychange', check)

  async function check(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    const response = await fetch(address, { headers: { Accept: 'application/json' } }).catch(() => undefined)
    if (!response?.ok) return
    const { version } = (await response.json()) as { version?: string }
    if (version && version !== region.dataset.liveVersion) await renew()
  }

  async function renew(): Promise<void> {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => undefined)
    if (!response?.ok || response.redirected) return
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector<HTMLElement>('[data-live-region]')
    if (!fresh) return
    region.dataset.liveVersion = fresh.dataset.liveVersion ?? ''
    region.replaceChildren(...fresh.childNodes)
  }
}

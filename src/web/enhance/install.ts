/** Event that Chromium fires when a site can be installed; TypeScript's library lacks it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const REFUSED = 'instalar-recusado'

/** Shows the offer when the browser would show its own, and never again after it was declined. */
export function offerToInstall(offer: HTMLElement): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (localStorage.getItem(REFUSED)) return
    offer.hidden = false
    const answer = (selector: string, run: () => void) =>
      offer.querySelector<HTMLElement>(selector)?.addEventListener(
        'click',
        () => {
          offer.hidden = true
          run()
        },
        { once: true },
      )
    answer('[data-install-accept]', () => void (event as InstallEvent).prompt())
    answer('[data-install-refuse]', () => localStorage.setItem(REFUSED, '1'))
  })
}

import { checkingSignIn } from '../copy/manners.ts'

const patience = 300

/**
 * Says what is being waited for when a protected page takes more than 300 ms to answer. The body names those pages:
 * `data-sign-in-pages`, their paths with spaces between them.
 */
export function showWaiting(): void {
  const paths = (document.body.dataset.signInPages ?? '').split(' ')
  let timer = 0
  let sign: HTMLElement | undefined
  const expect = (address: string) => {
    const { origin, pathname } = new URL(address, location.href)
    if (origin !== location.origin || !paths.includes(pathname) || pathname === location.pathname) return
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      sign ??= waitingSign()
      document.body.append(sign)
    }, patience)
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      link.target
    )
      return
    expect(link.href)
  })
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement) expect(event.target.action)
  })
  window.addEventListener('pageshow', () => {
    clearTimeout(timer)
    sign?.remove()
  })
}

function waitingSign(): HTMLElement {
  const sign = document.createElement('div')
  sign.className = 'checking'
  sign.setAttribute('role', 'status')
  const spinner = document.createElement('span')
  spinner.className = 'spinner'
  sign.append(spinner, checkingSignIn)
  return sign
}

import { checkingSignIn } from '../copy/enhance.ts'

const delayMs = 300

/**
 * Shows 'Verificando autenticação...' when a protected page takes more than 300 ms to respond. The body lists these pages:
 * `data-sign-in-pages` contains their paths, separated by spaces.
 */
export function showSlowSignInStatus(): void {
  const paths = (document.body.dataset.signInPages ?? '').split(' ')
  let timer = 0
  let status: HTMLElement | undefined
  const startTimer = (url: string) => {
    const { origin, pathname } = new URL(url, location.href)
    if (origin !== location.origin || !paths.includes(pathname) || pathname === location.pathname) return
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      status ??= createStatus()
      document.body.append(status)
    }, delayMs)
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
    startTimer(link.href)
  })
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLFormElement) startTimer(event.target.action)
  })
  // Also called when a page has loaded, at which somebody may have clicked already.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    clearTimeout(timer)
    status?.remove()
  })
}

function createStatus(): HTMLElement {
  const status = document.createElement('div')
  status.className = 'checking'
  status.setAttribute('role', 'status')
  const spinner = document.createElement('span')
  spinner.className = 'spinner'
  status.append(spinner, checkingSignIn)
  return status
}

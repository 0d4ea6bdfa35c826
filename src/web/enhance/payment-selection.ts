import { formatBRL } from '../../core/money.ts'
import { selectedCount } from '../copy/payments.ts'

/** The list of instalments: adds up what is ticked, and is fresh again when one comes back to the window. */
export function enablePayments(list: HTMLElement): void {
  addUp(list)
  document.addEventListener('change', () => addUp(list))
  let left = false
  window.addEventListener('blur', () => {
    left = true
  })
  window.addEventListener('focus', () => {
    if (!left) return
    left = false
    void refresh(list)
  })
}

function addUp(list: HTMLElement): void {
  const ticked = [...list.querySelectorAll<HTMLInputElement>('input[name="paymentIds"]:checked')]
  const total = ticked.reduce((sum, { dataset }) => sum + Number(dataset.amount), 0)
  put('[data-selection-count]', selectedCount(ticked.length))
  put('[data-selection-total]', formatBRL(total))

  function put(selector: string, text: string) {
    const place = list.querySelector(selector)
    if (place && place.textContent !== text) place.textContent = text
  }
}

/** Takes the list anew from the server, and keeps what was ticked. */
async function refresh(list: HTMLElement): Promise<void> {
  // While a form is being sent its page must stand still.
  if (list.querySelector('form[data-busy]')) return
  const address = location.href
  const response = await fetch(address, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok || response.redirected) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.querySelector('[data-payments]')
  if (!fresh || list.querySelector('form[data-busy]')) return
  const ticked = new Set(
    [...list.querySelectorAll<HTMLInputElement>('input[name="paymentIds"]:checked')].map(
      ({ value }) => value,
    ),
  )
  const focused =
    document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined
  list.replaceChildren(...fresh.childNodes)
  for (const box of list.querySelectorAll<HTMLInputElement>('input[name="paymentIds"]')) {
    box.checked = ticked.has(box.value)
    if (box.value === focused) box.focus({ preventScroll: true })
  }
  addUp(list)
}

import { formatBRL } from '../../core/money.ts'
import { selectedCount } from '../copy/payments-live.ts'

/** The list of instalments: shows the total of the ticked ones, and refreshes when the window regains the focus. */
export function enablePayments(list: HTMLElement): void {
  updateTotal(list)
  document.addEventListener('change', () => updateTotal(list))
  let wasBlurred = false
  window.addEventListener('blur', () => {
    wasBlurred = true
  })
  window.addEventListener('focus', () => {
    if (!wasBlurred) return
    wasBlurred = false
    void refresh(list)
  })
}

function updateTotal(list: HTMLElement): void {
  const ticked = [...list.querySelectorAll<HTMLInputElement>('input[name="paymentIds"]:checked')]
  const total = ticked.reduce((sum, { dataset }) => sum + Number(dataset.amount), 0)
  setText('[data-selection-count]', selectedCount(ticked.length))
  setText('[data-selection-total]', formatBRL(total))

  function setText(selector: string, text: string) {
    const target = list.querySelector(selector)
    if (target && target.textContent !== text) target.textContent = text
  }
}

/** Replaces the list with a new one from the server; keeps the ticks and the focus. */
async function refresh(list: HTMLElement): Promise<void> {
  // Replacing the form would cancel its submission.
  if (list.querySelector('form[data-busy]')) return
  const url = location.href
  const response = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => undefined)
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
  updateTotal(list)
}

import { formatBRL } from '../../core/money.ts'
import { payLabel, selectedCount } from '../copy/payments-live.ts'

/** The plan of payments: the bar says what the ticked ones come to, and the plan refreshes when the window regains the focus. */
export function enablePayments(plan: HTMLElement): void {
  updateBar(plan)
  document.addEventListener('change', () => updateBar(plan))
  let wasBlurred = false
  window.addEventListener('blur', () => {
    wasBlurred = true
  })
  window.addEventListener('focus', () => {
    if (!wasBlurred) return
    wasBlurred = false
    void refresh(plan)
  })
}

const boxes = 'input[name="paymentIds"][type="checkbox"]'
const folds = 'details[data-section]'

/** Styles show the bar while something is ticked. A card pays all that is left of its order, so its button names no amount. */
function updateBar(plan: HTMLElement): void {
  const ticked = [...plan.querySelectorAll<HTMLInputElement>(`${boxes}:checked`)]
  const total = ticked.reduce((sum, { dataset }) => sum + Number(dataset.amount), 0)
  const byCard = ticked.length > 0 && ticked.every(({ dataset }) => dataset.method === 'credit_card')
  const count = selectedCount(ticked.length)
  setText('[data-selection-count]', count)
  setText('[data-selection-total]', byCard || ticked.length === 0 ? '' : formatBRL(total))
  setText(
    '[data-selection-pay]',
    byCard ? payLabel(undefined, 'credit_card') : payLabel(total || undefined, 'pix'),
  )
  setText('[data-selection-said]', ticked.length > 0 ? `${count}, ${formatBRL(total)}` : count)

  function setText(selector: string, text: string) {
    const target = plan.querySelector(selector)
    if (target && target.textContent !== text) target.textContent = text
  }
}

/** Replaces the plan with a new one from the server; keeps the ticks, what is unfolded, and the focus. */
async function refresh(plan: HTMLElement): Promise<void> {
  // Replacing a form would cancel its submission.
  if (plan.querySelector('form[data-busy]')) return
  const url = location.href
  const response = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!response?.ok || response.redirected) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.querySelector('[data-payments]')
  if (!fresh || plan.querySelector('form[data-busy]')) return
  const ticked = new Set(
    [...plan.querySelectorAll<HTMLInputElement>(`${boxes}:checked`)].map(({ value }) => value),
  )
  const unfolded = new Set(
    [...plan.querySelectorAll<HTMLDetailsElement>(`${folds}[open]`)].map(({ dataset }) => dataset.section),
  )
  const focused =
    document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined
  plan.replaceChildren(...fresh.childNodes)
  for (const fold of plan.querySelectorAll<HTMLDetailsElement>(folds))
    fold.open = unfolded.has(fold.dataset.section)
  for (const box of plan.querySelectorAll<HTMLInputElement>(boxes)) {
    box.checked = ticked.has(box.value)
    if (box.value === focused) box.focus({ preventScroll: true })
  }
  updateBar(plan)
}

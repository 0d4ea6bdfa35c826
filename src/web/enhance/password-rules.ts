import { keptRules, type PasswordRule, passwordRules } from '../../core/password.ts'

/** Marks in the list above a field which rules the typed password meets, and announces once when it meets all of them. */
export function tickRules(field: HTMLInputElement): void {
  const list = field.closest('.field')?.querySelector<HTMLElement>('.password-rules')
  if (!list) return
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.setAttribute('role', 'status')
  list.parentElement?.after(status)
  const tick = () => {
    const kept = keptRules(field.value)
    for (const item of list.querySelectorAll<HTMLElement>('[data-rule]')) {
      item.toggleAttribute('data-kept', kept.includes(item.dataset.rule as PasswordRule))
    }
    const complete = kept.length === passwordRules.length ? (list.dataset.complete ?? '') : ''
    if (status.textContent !== complete) status.textContent = complete
  }
  field.addEventListener('input', tick)
  tick()
}

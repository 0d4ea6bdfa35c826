import { isReacts } from './react-part.ts'

/** Reveals the show/hide toggle of password fields. */
export function enablePasswordToggles(): void {
  for (const toggle of document.querySelectorAll<HTMLElement>('[data-password-toggle]')) {
    const field = document.getElementById(toggle.dataset.passwordToggle ?? '')
    if (!(field instanceof HTMLInputElement) || isReacts(field)) continue
    const show = toggle.textContent ?? ''
    toggle.hidden = false
    toggle.addEventListener('click', () => {
      const visible = field.type === 'password'
      field.type = visible ? 'text' : 'password'
      toggle.textContent = visible ? (toggle.dataset.hideLabel ?? show) : show
      toggle.setAttribute('aria-pressed', String(visible))
    })
    field.form?.addEventListener('submit', () => {
      field.type = 'password'
    })
  }
}

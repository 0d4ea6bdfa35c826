/** Enables a button with `data-password-toggle="id"`: reveals it; it shows and hides the password of that field. */
export function enablePasswordToggle(toggle: HTMLElement): void {
  const field = document.getElementById(toggle.dataset.passwordToggle ?? '')
  if (!(field instanceof HTMLInputElement)) return
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

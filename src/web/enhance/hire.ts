import type { ToastNote } from './toasts.ts'

/** What the page's script already has; handed over, so that this part stays small. */
interface Manners {
  openDialog: (dialog: HTMLDialogElement) => void
  showToast: (note: ToastNote) => void
}

/**
 * The plan form of a service page: with a plan chosen, 'Contratar Agora' opens the contracting dialog at once; with
 * none, the notice the server would have given.
 */
export function enableHiring(form: HTMLElement, { openDialog, showToast }: Manners): void {
  const dialog = document.getElementById(form.dataset.hire ?? '')
  if (!(form instanceof HTMLFormElement) || !(dialog instanceof HTMLDialogElement)) return
  const gate = form.querySelector('button')
  const gated = form.dataset.hireGated === 'true' && gate
  const hold = () => {
    if (gated) gated.disabled = !new FormData(form).has('plan')
  }
  hold()
  form.addEventListener('change', hold)
  window.addEventListener('pageshow', hold)
  form.addEventListener('submit', (event) => {
    const plan = new FormData(form).get('plan')
    event.preventDefault()
    if (typeof plan !== 'string' || plan === '') {
      showToast({
        tone: 'destructive',
        title: form.dataset.missingTitle ?? '',
        text: form.dataset.missingText ?? '',
      })
      form.querySelector<HTMLElement>('input[name="plan"]')?.focus()
      return
    }
    choose(dialog, plan)
    openDialog(dialog)
    // After the dialog, so that the notice stands inside it and is not behind its backdrop.
    if (form.dataset.openingTitle) showToast({ title: form.dataset.openingTitle })
  })
}

/** Carries the chosen plan into the dialog's own form and shows its summary. */
function choose(dialog: HTMLElement, plan: string): void {
  const carried = dialog.querySelector<HTMLInputElement>('input[name="plan"]')
  if (carried) carried.value = plan
  for (const summary of dialog.querySelectorAll<HTMLElement>('[data-plan-summary]')) {
    summary.hidden = summary.dataset.planSummary !== plan
  }
}

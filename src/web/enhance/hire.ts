import type { ToastNote } from './toasts.ts'

/** Passed in by the main script instead of imported, so that this chunk stays small. */
interface Dependencies {
  openDialog: (dialog: HTMLDialogElement) => void
  showToast: (note: ToastNote) => void
}

/**
 * Enhances the plan form of a service page. With a chosen plan, 'Contratar Agora' opens the contracting dialog without a request
 * to the server; without one, it shows the toast that the server would send.
 */
export function enableHiring(form: HTMLElement, { openDialog, showToast }: Dependencies): void {
  const dialog = document.getElementById(form.dataset.hire ?? '')
  if (!(form instanceof HTMLFormElement) || !(dialog instanceof HTMLDialogElement)) return
  const { hireGated, missingTitle = '', missingText = '', openingTitle } = form.dataset
  const button = form.querySelector('button')
  const gatedButton = hireGated === 'true' && button
  const updateButton = () => {
    if (gatedButton) gatedButton.disabled = !new FormData(form).has('plan')
  }
  updateButton()
  form.addEventListener('change', updateButton)
  window.addEventListener('pageshow', updateButton)
  form.addEventListener('submit', (event) => {
    const plan = String(new FormData(form).get('plan') ?? '')
    event.preventDefault()
    if (!plan) {
      showToast({ tone: 'destructive', title: missingTitle, text: missingText })
      form.querySelector<HTMLElement>('input[name="plan"]')?.focus()
      return
    }
    selectPlan(dialog, plan)
    openDialog(dialog)
    // Shown after the dialog was opened, so that the toast is inside it and not behind its backdrop.
    if (openingTitle) showToast({ title: openingTitle })
  })
}

/** Copies the chosen plan into the dialog's form and shows its summary. */
function selectPlan(dialog: HTMLElement, plan: string): void {
  const planInput = dialog.querySelector<HTMLInputElement>('input[name="plan"]')
  if (planInput) planInput.value = plan
  for (const summary of dialog.querySelectorAll<HTMLElement>('[data-plan-summary]')) {
    summary.hidden = summary.dataset.planSummary !== plan
  }
}

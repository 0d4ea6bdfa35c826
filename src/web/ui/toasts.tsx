import { maxToasts, type ToastTone } from '../enhance/toasts.ts'
import { Icon } from './icon.tsx'

export interface ToastView {
  tone: ToastTone
  title: string
  text?: string
}

/**
 * At most three toasts. The script removes each after 4 s, a long one later, but not while it has the pointer or the focus. Without a script they
 * remain at the top of the page.
 */
export function Toasts({ toasts, label = 'Avisos' }: { toasts: readonly ToastView[]; label?: string }) {
  return (
    <section className="toasts" aria-label={label} data-toasts>
      {toasts.slice(0, maxToasts).map((toast) => (
        <Toast key={`${toast.title} ${toast.text}`} {...toast} />
      ))}
      <template data-toast-template>
        <Toast tone="neutral" title="" text="" closable />
      </template>
    </section>
  )
}

function Toast({ tone, title, text, closable }: ToastView & { closable?: boolean }) {
  return (
    <div className={`toast toast-${tone}`} role={tone === 'destructive' ? 'alert' : 'status'} data-toast-item>
      <p>
        <b data-toast-title>{title}</b>
        {text !== undefined && <span data-toast-text>{text}</span>}
      </p>
      <button
        type="button"
        className="toast-close"
        data-toast-close
        hidden={!closable}
        aria-label="Fechar aviso"
      >
        <Icon name="close" size={20} />
      </button>
    </div>
  )
}

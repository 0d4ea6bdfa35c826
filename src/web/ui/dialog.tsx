import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  id: string
  title: string
  lead?: ReactNode
  /** True when the URL opens it: inline without JavaScript, a modal with it. */
  open?: boolean
  /** The URL without the dialog: the target of 'Fechar' without a script. */
  closeHref: string
  children: ReactNode
}

/** A native dialog whose open state is in the URL. Open it with `<a href={url} data-dialog={id}>`. */
export function Dialog({ id, title, lead, open, closeHref, children }: DialogProps) {
  return (
    <dialog
      id={id}
      className="dialog"
      open={open}
      aria-labelledby={`${id}-titulo`}
      data-close-href={closeHref}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={`${id}-titulo`} tabIndex={-1}>
            {title}
          </h2>
          <a className="dialog-close" href={closeHref} data-dialog-close aria-label="Fechar">
            <Icon name="close" />
          </a>
        </div>
        {lead && <div className="dialog-lead">{lead}</div>}
        {children}
      </div>
    </dialog>
  )
}

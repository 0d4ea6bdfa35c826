import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  id: string
  title: string
  lead?: ReactNode
  /** True when the address says so: shown in the page without JavaScript, as a modal with it. */
  open?: boolean
  /** The address without the dialog: where 'Fechar' leads when there is no script. */
  closeHref: string
  children: ReactNode
}

/** A native dialog whose open state is an address. Open it with `<a href={address} data-dialog={id}>`. */
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

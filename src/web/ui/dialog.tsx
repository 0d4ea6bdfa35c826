import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { PageLink, useInPage, usePage } from '../hydration/page.tsx'
import { Icon } from './icon.tsx'

interface DialogProps {
  id: string
  title: string
  lead?: ReactNode
  /** True if the URL opens it: inline without JavaScript, a modal with it. */
  open?: boolean
  /** URL without the dialog: the target of 'Fechar' without a script. */
  closeHref: string
  children: ReactNode
}

/**
 * A native dialog whose open state is in the URL. Opened with `<a href={url} data-dialog={id}>`; where React runs, with a
 * `PageLink`.
 */
export function Dialog(props: DialogProps) {
  return useInPage() ? <ModalDialog {...props} /> : <DialogFrame {...props} />
}

/** A modal while it is rendered. */
function ModalDialog(props: DialogProps) {
  const { closeHref } = props
  const { go } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = dialog
    const { activeElement: opener, body } = document
    current?.close()
    current?.showModal()
    current?.querySelector('h2')?.focus()
    // React removes the dialog instead of closing it, so that the browser does not restore the focus.
    return () => {
      if (document.activeElement === body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <DialogFrame
      {...props}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault()
        go(closeHref)
      }}
      // The body of the dialog covers the rest, so this is a click on the backdrop.
      onClick={({ target, currentTarget }) => target === currentTarget && go(closeHref)}
    />
  )
}

type DialogEvents = Pick<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClick'>

function DialogFrame({ id, title, lead, open, closeHref, children, ...events }: DialogProps & DialogEvents) {
  return (
    <dialog
      id={id}
      className="dialog"
      open={open}
      aria-labelledby={`${id}-titulo`}
      data-close-href={closeHref}
      {...events}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={`${id}-titulo`} tabIndex={-1}>
            {title}
          </h2>
          <PageLink className="dialog-close" href={closeHref} data-dialog-close aria-label="Fechar">
            <Icon name="close" />
          </PageLink>
        </div>
        {lead && <div className="dialog-lead">{lead}</div>}
        {children}
      </div>
    </dialog>
  )
}

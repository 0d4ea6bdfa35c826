import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { cx } from './cx.ts'

export const buttonTones = ['primary', 'quiet', 'ghost', 'destructive'] as const
export type ButtonTone = (typeof buttonTones)[number]

interface ButtonStyle {
  /** At most one `primary` per screen. */
  tone?: ButtonTone
  /** Full width at every screen size. */
  block?: boolean
  small?: boolean
  children: ReactNode
}

function buttonClasses({ tone = 'primary', block, small }: ButtonStyle, className?: string): string {
  return cx('btn', `btn-${tone}`, block && 'btn-block', small && 'btn-small', className)
}

/** Whether React is submitting the surrounding form; without React, src/web/enhance/busy.ts disables its button. */
export const FormBusyContext = createContext(false)

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'style'> & {
    /** Label shown, with the button disabled, from the submit until the response: 'Entrando...'. */
    busyLabel?: string
  }

export function Button({ tone, block, small, busyLabel, className, type = 'submit', ...rest }: ButtonProps) {
  const busy = useContext(FormBusyContext) && busyLabel !== undefined
  const style = {
    children: rest.children,
    ...(tone && { tone }),
    ...(block && { block }),
    ...(small && { small }),
  }
  return (
    <button
      type={type}
      className={buttonClasses(style, className)}
      data-busy-label={busyLabel}
      {...rest}
      {...(busy && { disabled: true, 'aria-busy': true, children: busyLabel })}
    />
  )
}

type LinkButtonProps = ButtonStyle &
  Omit<ComponentProps<'a'>, 'style'> & {
    href: string
    /** Opens in a new tab, and announces that to screen readers. */
    newTab?: boolean
  }

export function LinkButton({ tone, block, small, newTab, className, children, ...rest }: LinkButtonProps) {
  const style = { children, ...(tone && { tone }), ...(block && { block }), ...(small && { small }) }
  return (
    <a
      className={buttonClasses(style, className)}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
      {...rest}
    >
      {children}
      {newTab && <span className="sr-only"> (abre em outra aba)</span>}
    </a>
  )
}

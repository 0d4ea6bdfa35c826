import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export const buttonTones = ['primary', 'quiet', 'ghost', 'destructive'] as const
export type ButtonTone = (typeof buttonTones)[number]

interface Look {
  /** One `primary` a screen; the rest is quiet. */
  tone?: ButtonTone
  /** The whole width at every size; without it, only where its own classes say so. */
  block?: boolean
  small?: boolean
  children: ReactNode
}

function look({ tone = 'primary', block, small }: Look, className?: string): string {
  return cx('btn', `btn-${tone}`, block && 'btn-block', small && 'btn-small', className)
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'style'> & {
    /** Shown, with the button disabled, from the submit until the answer: 'Entrando...'. */
    busyLabel?: string
  }

export function Button({ tone, block, small, busyLabel, className, type = 'submit', ...rest }: ButtonProps) {
  const style = {
    children: rest.children,
    ...(tone && { tone }),
    ...(block && { block }),
    ...(small && { small }),
  }
  return <button type={type} className={look(style, className)} data-busy-label={busyLabel} {...rest} />
}

type LinkButtonProps = Look &
  Omit<ComponentProps<'a'>, 'style'> & {
    href: string
    /** Opens in a new tab, and says so to a screen reader. */
    newTab?: boolean
  }

export function LinkButton({ tone, block, small, newTab, className, children, ...rest }: LinkButtonProps) {
  const style = { children, ...(tone && { tone }), ...(block && { block }), ...(small && { small }) }
  return (
    <a className={look(style, className)} {...(newTab && { target: '_blank', rel: 'noopener' })} {...rest}>
      {children}
      {newTab && <span className="sr-only"> (abre em outra aba)</span>}
    </a>
  )
}

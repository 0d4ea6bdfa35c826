import type { ComponentProps } from 'react'
import { useTyped } from './typed.ts'

/** Multi-line text control of a DeskForm. */
export function TextControl({ defaultValue, ...props }: ComponentProps<'textarea'>) {
  return <textarea className="control" defaultValue={useTyped(props.name) ?? defaultValue} {...props} />
}

/** Single-line text control of a DeskForm. */
export function LineControl({ defaultValue, ...props }: ComponentProps<'input'>) {
  return <input className="control" defaultValue={useTyped(props.name) ?? defaultValue} {...props} />
}

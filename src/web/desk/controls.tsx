import type { ComponentProps } from 'react'
import { useTicked, useTyped } from './typed.ts'

/** Multi-line text control of a DeskForm. */
export function TextControl({ defaultValue, ...props }: ComponentProps<'textarea'>) {
  return <textarea className="control" defaultValue={useTyped(props.name) ?? defaultValue} {...props} />
}

/** Single-line control of a DeskForm: text, an amount, a day. */
export function LineControl({ defaultValue, ...props }: ComponentProps<'input'>) {
  return <input className="control" defaultValue={useTyped(props.name) ?? defaultValue} {...props} />
}

/** List to choose from in a DeskForm. */
export function SelectControl({ defaultValue, ...props }: ComponentProps<'select'>) {
  return <select className="control" defaultValue={useTyped(props.name) ?? defaultValue} {...props} />
}

interface TickProps extends Omit<ComponentProps<'input'>, 'value'> {
  type: 'checkbox' | 'radio'
  value?: string
}

/** Box or option to tick in a DeskForm. */
export function TickControl({ defaultChecked, ...props }: TickProps) {
  return <input defaultChecked={useTicked(props.name, props.value) ?? defaultChecked} {...props} />
}

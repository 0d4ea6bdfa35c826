import type { ComponentProps } from 'react'
import { describing, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type TextareaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'style' | 'name' | 'id'>

export function TextareaField(props: TextareaProps) {
  const { texts, control, required } = splitField(props)
  return (
    <FieldFrame {...texts}>
      <textarea
        className="control"
        aria-required={required || undefined}
        {...control}
        {...describing(texts)}
      />
    </FieldFrame>
  )
}

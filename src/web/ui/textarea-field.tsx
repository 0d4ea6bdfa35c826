import type { ComponentProps } from 'react'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type TextareaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'style' | 'name' | 'id'>

export function TextareaField(props: TextareaProps) {
  const { texts, control, required } = splitField(props)
  return (
    <FieldFrame {...texts}>
      <textarea
        className="control"
        aria-required={required || undefined}
        {...control}
        {...controlAttributes(texts)}
      />
    </FieldFrame>
  )
}

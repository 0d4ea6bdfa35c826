import type { ComponentProps } from 'react'
import { controlAttributes, FieldFrame, type FieldTexts, splitField } from './field-frame.tsx'

type SelectProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'style' | 'name' | 'id' | 'children'> & {
    options: readonly { value: string; label: string }[]
    /** The first, empty option: 'Escolha'. */
    placeholder?: string
  }

export function SelectField({ options, placeholder, ...props }: SelectProps) {
  const { texts, control, required } = splitField(props)
  return (
    <FieldFrame {...texts}>
      <select
        className="control"
        aria-required={required || undefined}
        {...control}
        {...controlAttributes(texts)}
      >
        {placeholder && <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

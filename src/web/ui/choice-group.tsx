import type { ReactNode } from 'react'
import { FieldError } from './field-frame.tsx'

interface ChoiceGroupProps {
  /** Name of the radios inside: their message shows here. */
  name: string
  legend: ReactNode
  /** Hides the legend from sight where a heading just said it. */
  quietLegend?: boolean
  error?: string | undefined
  children: ReactNode
}

/** Radio cards under one question. */
export function ChoiceGroup({ name, legend, quietLegend, error, children }: ChoiceGroupProps) {
  return (
    <fieldset className="choices" aria-describedby={`${name}-erro`} aria-invalid={error ? true : undefined}>
      <legend className={quietLegend ? 'sr-only' : 'field-label mb-3'}>{legend}</legend>
      {children}
      <FieldError id={name}>{error}</FieldError>
    </fieldset>
  )
}

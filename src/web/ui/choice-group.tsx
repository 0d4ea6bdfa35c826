import type { ReactNode } from 'react'
import { FieldError } from './field-frame.tsx'

interface ChoiceGroupProps {
  /** Name of the radios in the group; their error message is shown here. */
  name: string
  legend: ReactNode
  /** Hides the legend visually if a heading already has the same text. */
  hiddenLegend?: boolean
  error?: string | undefined
  children: ReactNode
}

/** A group of radio cards. */
export function ChoiceGroup({ name, legend, hiddenLegend, error, children }: ChoiceGroupProps) {
  return (
    <fieldset className="choices" aria-describedby={`${name}-erro`} aria-invalid={error ? true : undefined}>
      <legend className={hiddenLegend ? 'sr-only' : 'field-label mb-3'}>{legend}</legend>
      {children}
      <FieldError id={name}>{error}</FieldError>
    </fieldset>
  )
}

import type { ComponentProps } from 'react'
import { MIN_REASON_LENGTH } from '../../modules/backoffice/public.ts'
import { LineControl, TextControl } from './controls.tsx'

interface ReasonProps {
  label: string
}

/** Control for the reason, which is stored in the log. */
export function Reason({
  label,
  maxLength = 500,
  ...control
}: ReasonProps & Pick<ComponentProps<'textarea'>, 'maxLength' | 'defaultValue'>) {
  return (
    <label>
      {label}
      <TextControl
        name="motivo"
        required
        minLength={MIN_REASON_LENGTH}
        maxLength={maxLength}
        rows={2}
        {...control}
      />
    </label>
  )
}

/** The same, as a single line. */
export function ShortReason({ label }: ReasonProps) {
  return (
    <label>
      {label}
      <LineControl name="motivo" required minLength={MIN_REASON_LENGTH} maxLength={500} autoComplete="off" />
    </label>
  )
}

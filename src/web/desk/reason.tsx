import { TextControl } from './text-control.tsx'

/** Control for the reason, which is stored in the log. */
export function Reason({ label }: { label: string }) {
  return (
    <label>
      {label}
      <TextControl name="motivo" required minLength={3} maxLength={500} rows={2} />
    </label>
  )
}

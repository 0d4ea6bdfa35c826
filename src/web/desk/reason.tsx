/** Why: it stays in the log. */
export function Reason({ label }: { label: string }) {
  return (
    <label>
      {label}
      <textarea className="control" name="motivo" required minLength={3} maxLength={500} rows={2} />
    </label>
  )
}

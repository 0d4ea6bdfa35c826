/** A progress bar. `value` in percent. */
export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.max(0, Math.min(100, Math.round(value)))
  return (
    <div className="progress">
      <progress aria-label={label} max={100} value={percent} />
      <span className="num">{percent}%</span>
    </div>
  )
}

/** A range from the lower to the higher amount. For the dark band. */
export function RecoveredRange({ low, high, between }: { low: string; high: string; between: string }) {
  return (
    <p className="range num">
      <b>{low}</b>
      <span className="range-rule" aria-hidden="true" />
      <span className="sr-only">{between}</span>
      <b>{high}</b>
    </p>
  )
}

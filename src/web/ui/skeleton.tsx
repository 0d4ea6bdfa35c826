/** Holds the place of what is being loaded by a script. */
export function Skeleton({ lines = 3, label = 'Carregando' }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical bars
        <span key={line} />
      ))}
    </div>
  )
}

/** A placeholder while a script loads content. */
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

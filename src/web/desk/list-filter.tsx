import { Link } from 'react-router'

/** The lists of a screen, the present one marked. */
export function ListFilter({
  label,
  items,
}: {
  label: string
  items: readonly { name: string; count?: number | undefined; to: string; isCurrent: boolean }[]
}) {
  return (
    <div className="desk-filters">
      <nav aria-label={label}>
        {items.map(({ name, count, to, isCurrent }) => (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
            {name}
            {count ? <span className="desk-filter-count">{count}</span> : null}
          </Link>
        ))}
      </nav>
    </div>
  )
}

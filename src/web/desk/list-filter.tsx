import { Link } from 'react-router'

/** The lists of a screen, the present one marked. */
export function ListFilter({
  label,
  items,
}: {
  label: string
  items: readonly { name: string; to: string; isCurrent: boolean }[]
}) {
  return (
    <div className="desk-filters">
      <nav aria-label={label}>
        {items.map(({ name, to, isCurrent }) => (
          <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}

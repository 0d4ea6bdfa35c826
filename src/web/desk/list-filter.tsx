import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/**
 * Navigation between the lists of a screen, with the current one marked. On a phone it is one line, scrolled to the current list.
 */
export function ListFilter({
  label,
  items,
}: {
  label: string
  items: readonly { name: string; count?: number | string | undefined; to: string; isCurrent: boolean }[]
}) {
  const nav = useRef<HTMLElement>(null)
  const current = items.find(({ isCurrent }) => isCurrent)?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks for the link of `current`
  useEffect(() => {
    const line = nav.current
    const link = line?.querySelector<HTMLElement>('[aria-current]')
    if (line && link) line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <div className="desk-filters">
      <nav aria-label={label} ref={nav}>
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

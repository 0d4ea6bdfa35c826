import { PageLink } from '../hydration/page.tsx'

interface TabsProps {
  /** Accessible name of the navigation. */
  label: string
  items: readonly { id: string; label: string; href: string; count?: number }[]
  current: string
}

/** Tabs with a URL each: links, which work without a script and can be shared. Where React runs, no page load is needed. */
export function Tabs({ label, items, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ id, label: text, href, count }) => (
        <PageLink key={id} className="tab" href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span className="tab-count num">{count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}

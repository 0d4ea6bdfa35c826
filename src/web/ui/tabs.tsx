interface TabsProps {
  /** Accessible name of the row. */
  label: string
  items: readonly { id: string; label: string; href: string; count?: number }[]
  current: string
}

/** Views of one page, each with its own address: links, so that they work and can be shared without a script. */
export function Tabs({ label, items, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {items.map(({ id, label: text, href, count }) => (
        <a key={id} className="tab" href={href} aria-current={id === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span className="tab-count num">{count}</span>}
        </a>
      ))}
    </nav>
  )
}

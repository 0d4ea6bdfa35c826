import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** What is included, what is guaranteed. */
export function Checklist({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="checklist">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of texts
        <li key={index}>
          <Icon name="check" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

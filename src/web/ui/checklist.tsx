import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A list with check marks: inclusions, guarantees. */
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

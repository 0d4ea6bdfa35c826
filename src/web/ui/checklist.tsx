import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A list with check marks: inclusions, guarantees. With crosses for things that never happen. */
export function Checklist({
  items,
  icon = 'check',
}: {
  items: readonly ReactNode[]
  icon?: 'check' | 'close'
}) {
  return (
    <ul className="checklist">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list of texts
        <li key={index}>
          <Icon name={icon} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

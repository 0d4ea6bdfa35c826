import type { ReactNode } from 'react'

/** Terms and values, one per line: 'CPF' … '529.982.247-25'. */
export function DataList({ items }: { items: readonly { term: string; value: ReactNode }[] }) {
  return (
    <dl className="data-list num">
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

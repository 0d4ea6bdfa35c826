import type { ReactNode } from 'react'
import { paginationCopy as copy } from '../copy/pagination.ts'

/** Links to the pages of a list before and after this one, with the place in the list. Nothing for a list of one page. */
export function Pagination({
  label,
  previous,
  next,
  children,
}: {
  /** Accessible name of the navigation. */
  label: string
  previous: string | undefined
  next: string | undefined
  /** The place in the list: 'Pedidos 11 a 20 de 2.000'. */
  children?: ReactNode
}) {
  if (!previous && !next) return null
  return (
    <nav className="mt-8 grid gap-3" aria-label={label}>
      {children && <p className="note num">{children}</p>}
      <p className="actions mt-0">
        {previous && (
          <a className="btn btn-quiet" href={previous}>
            {copy.previous}
          </a>
        )}
        {next && (
          <a className="btn btn-quiet" href={next}>
            {copy.next}
          </a>
        )}
      </p>
    </nav>
  )
}

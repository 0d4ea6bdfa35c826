import { useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

interface Page<Row> {
  rows: readonly Row[]
  /** Position after which the next page begins. */
  next: string | undefined
}

/**
 * Returns the rows of a list that is loaded in pages: the first page from the screen's loader, the next pages as the list is
 * scrolled. A loaded page stays while the page before it still ends at the same position; otherwise the list is loaded again
 * from there.
 *
 * @param pageIn returns the rows and the next position from the loader's data
 */
export function useMore<Screen, Row>(
  screen: Screen,
  pageIn: (screen: Screen) => Page<Row>,
): { rows: Row[]; next: string | undefined; isLoading: boolean; loadMore: () => void } {
  const fetcher = useFetcher<{ screen: Screen }>()
  const location = useLocation()
  const requested = useRef('')
  /** The loaded pages, by the position after which each begins. */
  const [pages, setPages] = useState<ReadonlyMap<string, Page<Row>>>(new Map())
  const loaded = fetcher.data?.screen
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is stored once
  useEffect(() => {
    if (loaded) setPages((before) => new Map(before).set(requested.current, pageIn(loaded)))
  }, [loaded])
  const { rows, next } = follow(pageIn(screen), pages)
  return {
    rows,
    next,
    isLoading: fetcher.state !== 'idle',
    loadMore() {
      if (fetcher.state !== 'idle' || !next) return
      requested.current = next
      const search = new URLSearchParams(location.search)
      search.set('depois', next)
      // The item that is open beside the list is not loaded again.
      search.delete('item')
      void fetcher.load(`${location.pathname}?${search}`)
    },
  }
}

/** Joins the pages that follow each other. */
function follow<Row>(first: Page<Row>, pages: ReadonlyMap<string, Page<Row>>) {
  const rows = [...first.rows]
  let { next } = first
  for (let page = pages.get(next ?? ''); page; page = pages.get(next ?? '')) {
    rows.push(...page.rows)
    next = page.next
  }
  return { rows, next }
}

import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'

/**
 * Returns the rows of a list that is loaded in pages: the first page from the screen's loader, the next pages as the list is
 * scrolled. When the first page is loaded again, the list starts over.
 *
 * @param pageIn returns the rows and the next position from the loader's data
 */
export function useMore<Screen, Row>(
  screen: Screen,
  pageIn: (screen: Screen) => { rows: readonly Row[]; next: string | undefined },
): { rows: Row[]; next: string | undefined; isLoading: boolean; loadMore: () => void } {
  const fetcher = useFetcher<{ screen: Screen }>()
  const location = useLocation()
  const first = pageIn(screen)
  const [more, setMore] = useState<{ of: Screen; rows: Row[]; next: string | undefined }>()
  const current = more?.of === screen ? more : { of: screen, rows: [], next: first.next }
  const loaded = fetcher.data?.screen
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is added once
  useEffect(() => {
    if (!loaded) return
    const { rows, next } = pageIn(loaded)
    setMore((before) => ({
      of: screen,
      rows: [...(before?.of === screen ? before.rows : []), ...rows],
      next,
    }))
  }, [loaded])
  return {
    rows: [...first.rows, ...current.rows],
    next: current.next,
    isLoading: fetcher.state !== 'idle',
    loadMore() {
      if (fetcher.state !== 'idle' || !current.next) return
      const search = new URLSearchParams(location.search)
      search.set('depois', current.next)
      void fetcher.load(`${location.pathname}?${search}`)
    },
  }
}

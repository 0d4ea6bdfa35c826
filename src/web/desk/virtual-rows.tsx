import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface VirtualRowsProps<Entry> {
  entries: readonly Entry[]
  keyOf: (entry: Entry) => string
  render: (entry: Entry) => ReactNode
  /** Called when the end of the list scrolls into view. */
  onEnd?: (() => void) | undefined
}

/** Maximum number of rows that are all rendered; of longer lists only the rows near the viewport are rendered. */
const maxWhole = 120

/** Estimated height of a row until it is measured, in CSS pixels. */
const estimate = 64

/** Rows of a list of any length. On the server, and in short lists, all of them are rendered. */
export function VirtualRows<Entry>(props: VirtualRowsProps<Entry>) {
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <>
      {isReady && props.entries.length > maxWhole ? <RowsInSight {...props} /> : <AllRows {...props} />}
      {isReady && <EndOfRows onEnd={props.onEnd} count={props.entries.length} />}
    </>
  )
}

function AllRows<Entry>({ entries, keyOf, render }: VirtualRowsProps<Entry>) {
  return entries.map((entry) => <div key={keyOf(entry)}>{render(entry)}</div>)
}

function RowsInSight<Entry>({ entries, keyOf, render }: VirtualRowsProps<Entry>) {
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    setOffset(top + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => estimate,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => {
      const entry = entries[index]
      return entry === undefined ? index : keyOf(entry)
    },
  })
  const rows = virtual.getVirtualItems()
  const before = (rows[0]?.start ?? offset) - offset
  const after = virtual.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset)
  return (
    <div ref={list}>
      <div style={{ height: before }} />
      {rows.map(({ index, key }) => {
        const entry = entries[index]
        return (
          <div key={key} data-index={index} ref={virtual.measureElement}>
            {entry !== undefined && render(entry)}
          </div>
        )
      })}
      <div style={{ height: Math.max(0, after) }} />
    </div>
  )
}

function EndOfRows({ onEnd, count }: { onEnd: (() => void) | undefined; count: number }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after every page, which may not fill the window
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const watch = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting) latest.current?.()
      },
      { rootMargin: '600px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [count])
  return <div ref={end} />
}

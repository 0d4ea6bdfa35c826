import { useMemo } from 'react'
import { Link } from 'react-router'
import { groupBy } from '../../../core/group-by.ts'
import { keysOf } from '../../../core/records.ts'
import type { QueueView } from '../../../modules/backoffice/index.server.ts'
import { type Span, spanOf, spans } from '../../../modules/backoffice/public.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/queue.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { Key } from '../key.tsx'
import { queueViewNames } from '../list-names.ts'
import { Stoppages } from '../messages/stoppages.tsx'
import { useMore } from '../use-more.ts'
import { VirtualRows } from '../virtual-rows.tsx'
import { writeItem } from './item-address.ts'
import { ObligationPane } from './obligation-pane.tsx'
import { QueueRow } from './queue-row.tsx'
import { useNow } from './use-now.ts'

export type QueueData = ScreenData<typeof loader>

/** Home screen of the desk: the obligations, most urgent first, and the selected one beside them. */
export function QueueScreen({ data }: { data: QueueData }) {
  const now = useNow(data.now)
  const { rows: items, next, isLoading, loadMore } = useMore(data, pageOf)
  const chosen = data.item && writeItem(data.item)
  const isMore = next !== undefined
  const entries = useMemo(
    () => grouped(items, { now, endOfDay: data.endOfDay, isMore }),
    [items, now, data.endOfDay, isMore],
  )
  return (
    <div className={cx('desk-split', (data.item || data.itemIsGone) && 'has-item')}>
      <h1 className="desk-sr">{copy.title}</h1>
      <section className="desk-list" aria-label={copy.label}>
        <Stoppages stoppages={data.stoppages} />
        <Filters data={data} />
        {items.length === 0 ? (
          <Empty isFiltered={data.view !== 'open' || data.kind !== undefined} />
        ) : (
          <VirtualRows
            entries={entries}
            keyOf={(entry) => (entry.kind === 'group' ? entry.span : writeItem(entry.item))}
            render={(entry) =>
              entry.kind === 'group' ? (
                <h2 className={cx('desk-group', entry.span === 'late' && 'is-bad')}>
                  {copy.spans[entry.span]} <span>{entry.count}</span>
                </h2>
              ) : (
                <QueueRow
                  item={entry.item}
                  now={now}
                  members={data.members}
                  isChosen={writeItem(entry.item) === chosen}
                />
              )
            }
            onEnd={next ? loadMore : undefined}
          />
        )}
        {next && (
          <p className="desk-more-rows">
            <Link to={withSearch({ depois: next })} aria-busy={isLoading || undefined}>
              {copy.more}
            </Link>
          </p>
        )}
        <p className="desk-keys">
          <Key>J</Key> <Key>K</Key> {copy.keys} · <Key>A</Key> {copy.claim.toLowerCase()} · <Key>S</Key>{' '}
          {copy.snooze.toLowerCase()}
        </p>
      </section>
      {data.item && <ObligationPane key={chosen} item={data.item} now={now} members={data.members} />}
      {data.itemIsGone && (
        <aside className="desk-pane">
          <p>{copy.gone}</p>
          <Link to={paths.desk()}>{copy.close}</Link>
        </aside>
      )}
    </div>
  )
}

function Filters({ data }: { data: QueueData }) {
  const tipo = data.kind ? { tipo: data.kind } : {}
  const hrefOf = (view: QueueView) => {
    const ver = queueViewNames[view]
    return paths.desk({ ...(ver && { ver }), ...tipo })
  }
  const ver = queueViewNames[data.view]
  return (
    <div className="desk-filters">
      <nav aria-label={copy.filter}>
        {keysOf(queueViewNames).map((view) => (
          <Link key={view} to={hrefOf(view)} aria-current={view === data.view ? 'page' : undefined}>
            {copy.views[view]}
          </Link>
        ))}
      </nav>
      <form method="get" action={paths.desk()}>
        {ver && <input type="hidden" name="ver" value={ver} />}
        <label>
          <span className="desk-sr">{copy.filter}</span>
          <select
            name="tipo"
            defaultValue={data.kind ?? ''}
            onChange={(event) => event.target.form?.requestSubmit()}
          >
            <option value="">{copy.allKinds}</option>
            {data.kinds.map((kind) => (
              <option key={kind} value={kind}>
                {copy.kinds[kind]}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.filter}
          </button>
        </noscript>
      </form>
    </div>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  const { title, text } = isFiltered ? copy.emptyView : copy.empty
  return (
    <div className="desk-empty">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}

type Entry = { kind: 'group'; span: Span; count: string } | { kind: 'item'; item: QueueData['items'][number] }

/**
 * Groups the obligations by the span in which they are due. Rows that are not loaded yet belong to the last span or to later
 * ones, so the count of the last span is open-ended.
 */
function grouped(
  items: QueueData['items'],
  { now, endOfDay, isMore }: { now: Date; endOfDay: Date; isMore: boolean },
): Entry[] {
  const bySpan = groupBy(items, ({ dueAt }) => spanOf(dueAt, { now, endOfDay }))
  const shown = spans.filter((span) => bySpan.has(span))
  return shown.flatMap((span): Entry[] => {
    const of = bySpan.get(span) ?? []
    const count = isMore && span === shown.at(-1) ? `${of.length}+` : String(of.length)
    return [{ kind: 'group', span, count }, ...of.map((item) => ({ kind: 'item', item }) as const)]
  })
}

const pageOf = ({ items, next }: QueueData) => ({ rows: items, next })

function withSearch(search: Parameters<typeof paths.desk>[0]): string {
  return paths.desk(search)
}

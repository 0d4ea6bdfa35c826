import { Form, Link, useLocation } from 'react-router'
import { formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { orderFilters } from '../../../modules/orders/public.ts'
import { ordersCopy as copy, orderStatusWords, untilWords } from '../../copy/desk-orders.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/orders.tsx'
import { cx } from '../../ui/cx.ts'
import type { ScreenData } from '../answers.ts'
import { Key } from '../key.tsx'
import { ListFilter } from '../list-filter.tsx'
import { useMore } from '../use-more.ts'
import { VirtualRows } from '../virtual-rows.tsx'

type OrdersData = ScreenData<typeof loader>
type Row = OrdersData['rows'][number]

/** Maximum length of a search: longer than any order number, and shorter than a CPF, which no URL may contain. */
export const MAX_NUMBER_LENGTH = 10

const pageOf = ({ rows, next }: OrdersData) => ({ rows, next })

/** List of orders: those in progress sorted by their next due date, the others newest first. */
export function OrdersScreen({ data }: { data: OrdersData }) {
  const { rows, next, isLoading, loadMore } = useMore(data, pageOf)
  const location = useLocation()
  const search = new URLSearchParams(location.search)
  if (next) search.set('depois', next)
  return (
    <section className="desk-list" aria-labelledby="pedidos">
      <div className="desk-orders-head">
        <h1 id="pedidos">{copy.title}</h1>
        <Form method="get" action={paths.deskOrders()} role="search" className="desk-orders-search">
          <label>
            <span className="desk-sr">{copy.search}</span>
            <input
              key={data.text}
              className="control"
              type="search"
              name="q"
              maxLength={MAX_NUMBER_LENGTH}
              defaultValue={data.text}
              placeholder={copy.search}
              autoComplete="off"
              spellCheck={false}
              data-key="/"
            />
          </label>
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.searchGo}
          </button>
        </Form>
      </div>
      {data.text === '' ? <Filters data={data} /> : <Found text={data.text} />}
      {rows.length === 0 ? (
        <Empty isSearch={data.text !== ''} />
      ) : (
        <div className="desk-order-rows">
          <VirtualRows
            entries={rows}
            keyOf={({ id }) => id}
            render={(row) => <OrderRow row={row} today={data.today} now={data.now} />}
            onEnd={next ? loadMore : undefined}
          />
        </div>
      )}
      {next && (
        <p className="desk-more-rows">
          <Link to={`${paths.deskOrders()}?${search}`}>{isLoading ? copy.loading : copy.more}</Link>
        </p>
      )}
      <p className="desk-keys">
        <Key>J</Key> <Key>K</Key> {copy.keys} · <Key>/</Key> {copy.searchGo.toLowerCase()}
      </p>
    </section>
  )
}

function Filters({ data }: { data: OrdersData }) {
  return (
    <ListFilter
      label={copy.filter}
      items={orderFilters.map((filter) => ({
        name: copy.filters[filter],
        count: countText(data.counts[filter]),
        to: paths.deskOrders({ ver: filter }),
        isCurrent: filter === data.filter,
      }))}
    />
  )
}

/** Formats a count: '1000+' stands for 'mil ou mais', because the server counts no further. */
function countText(count: number): string {
  return count >= 1_000 ? '1000+' : String(count)
}

function Found({ text }: { text: string }) {
  return (
    <div className="desk-filters">
      <b>{copy.found(text)}</b>
      <Link className="link-action" to={paths.deskOrders()}>
        {copy.searchClear}
      </Link>
    </div>
  )
}

function Empty({ isSearch }: { isSearch: boolean }) {
  const { title, text } = isSearch ? copy.emptySearch : copy.empty
  return (
    <div className="desk-empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {isSearch && (
        <p>
          <Link className="link-action" to={paths.deskCustomers()}>
            {copy.byCustomer}
          </Link>
        </p>
      )}
    </div>
  )
}

function OrderRow({ row, today, now }: { row: Row; today: string; now: Date }) {
  const isLate = row.dueOn !== null && row.dueOn < today
  const isContactLate = row.contactDueAt !== null && row.contactDueAt < now
  return (
    <Link className="desk-row desk-order-row" to={paths.deskOrder(row.id)} data-row>
      <span className={cx('desk-left', isLate ? 'is-bad' : row.dueOn === today && 'is-warn')}>
        {row.dueOn ? untilWords(row.dueOn, today) : formatDate(todayInSaoPaulo(row.createdAt))}
        <small>{row.number}</small>
      </span>
      <span className="desk-what">
        <b>{row.person || copy.nobody}</b>
        <span className="desk-sub">
          {row.serviceTitle} · {row.dueOn && row.step ? row.step : orderStatusWords[row.status]}
        </span>
        {row.contactDueAt && (
          <span className={cx('desk-pill', isContactLate ? 'is-bad' : 'is-now')}>{copy.contactOwed}</span>
        )}
      </span>
      <span className="desk-amount">{formatBRL(row.servicePrice)}</span>
      <span className="desk-order-progress">
        <progress value={row.progress} max={100} aria-label={`${row.progress}%`} />
        <span aria-hidden="true">{row.progress}%</span>
      </span>
    </Link>
  )
}

import { Link, useFetcher } from 'react-router'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import { queueCopy } from '../../copy/desk-queue.ts'
import { paths } from '../../paths.ts'
import type { action, loader } from '../../routes/desk/money.tsx'
import { cx } from '../../ui/cx.ts'
import { type DeskAnswer, type FoundData, readFound, type ScreenData } from '../answers.ts'
import { LineControl, SelectControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { AmountField, Decision } from './decision.tsx'
import { FindInstalments } from './find-instalments.tsx'
import { foundInstalments, type ShownInstalment } from './found-instalments.ts'

type MoneyData = ScreenData<typeof loader>

/** Screen with the money of the shop. */
export function MoneyScreen({ data, answer }: { data: MoneyData; answer: DeskAnswer | undefined }) {
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      <Waiting waiting={data.waiting} />
      <Open data={data} answer={answer} />
      <section className="desk-block" aria-labelledby="dias">
        <h2 id="dias">{copy.days}</h2>
        <Closes closes={data.closes} />
        <DeskForm intent="close-day" className="desk-inline">
          <label>
            {copy.closeDay}
            <LineControl type="date" name="dia" required defaultValue={data.yesterday} />
          </label>
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.closeDayGo}
          </button>
        </DeskForm>
      </section>
      <section className="desk-block" aria-labelledby="leitura">
        <h2 id="leitura">{copy.sweeps}</h2>
        {data.sweeps.length === 0 && <p className="desk-hint">{copy.sweepsNone}</p>}
        <ul className="desk-lines">
          {data.sweeps.map(({ provider, until, failingSince, isLate }) => (
            <li key={provider}>
              <span>
                <b>{provider}</b>
                <span className="desk-sub">{copy.sweptUntil(until)}</span>
              </span>
              <span className={cx('desk-pill', isLate || failingSince ? 'is-bad' : 'is-ok')}>
                {failingSince ? copy.failing(failingSince) : isLate ? copy.late : copy.onTime}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Books answer={answer} />
      <Decision intent="payout" title={copy.payout} go={copy.payoutGo} lead={copy.payoutLead}>
        <label>
          {copy.provider}
          <SelectControl name="provedor">
            {data.providers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectControl>
        </label>
        <AmountField required />
        <label>
          {copy.reference}
          <LineControl name="referencia" required maxLength={100} autoComplete="off" />
        </label>
      </Decision>
      {data.others.length > 0 && (
        <section className="desk-block" aria-labelledby="outras">
          <h2 id="outras">{copy.others}</h2>
          <p className="desk-hint">{copy.othersLead}</p>
          <ul className="desk-lines">
            {data.others.map(({ id, since, provider, providerId, amount, detail }) => (
              <li key={id}>
                <span>
                  <b>
                    {provider} {providerId}
                  </b>
                  <span className="desk-sub">
                    {since} · {detail}
                  </span>
                </span>
                <span className="desk-amount">{amount}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Waiting({ waiting }: { waiting: MoneyData['waiting'] }) {
  return (
    <section className="desk-block" aria-labelledby="esperam">
      <h2 id="esperam">{copy.waiting}</h2>
      {waiting.length === 0 ? (
        <p className="desk-hint">{copy.waitingNone}</p>
      ) : (
        <ul className="desk-lines">
          {waiting.map(({ kind, count }) => (
            <li key={kind}>
              <span>
                <Link to={paths.desk({ tipo: kind })}>{queueCopy.kinds[kind]}</Link>
              </span>
              <span className="desk-amount">{count}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Open({ data, answer }: { data: MoneyData; answer: DeskAnswer | undefined }) {
  const finder = useFetcher<DeskAnswer>()
  const found = foundInstalments(finder.data ?? answer)
  const title = `${copy.ages[data.age]} (${copy.ageDays[data.age]})`
  return (
    <section className="desk-block" aria-labelledby="abertas">
      <h2 id="abertas">{copy.open}</h2>
      <nav className="desk-ages" aria-label={copy.open}>
        {data.totals.map(({ age, count, amount }) => (
          <Link
            key={age}
            to={paths.deskMoney({ idade: age })}
            aria-current={age === data.age ? 'true' : undefined}
            preventScrollReset
          >
            <small>{copy.ages[age]}</small>
            <b>{amount}</b>
            <small>{copy.instalments(count)}</small>
          </Link>
        ))}
      </nav>
      <FindInstalments finder={finder} action={paths.deskMoney()} />
      <div aria-live="polite">
        {found?.length === 0 && <p>{copy.foundNone}</p>}
        {found && found.length > 0 && <Instalments title={copy.find} instalments={found} />}
      </div>
      {data.instalments.length === 0 ? (
        <p className="desk-hint">{copy.none}</p>
      ) : (
        <Instalments title={title} instalments={data.instalments} />
      )}
      <p className="desk-acts">
        {!data.isFirst && <Link to={paths.deskMoney({ idade: data.age })}>{copy.first}</Link>}
        {data.next && (
          <Link className="link-action" to={paths.deskMoney({ idade: data.age, depois: data.next })}>
            {copy.more}
          </Link>
        )}
      </p>
    </section>
  )
}

function Instalments({ title, instalments }: { title: string; instalments: readonly ShownInstalment[] }) {
  return (
    <div className="desk-table-wrap">
      <table className="desk-table desk-instalments">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.columns.customer}</th>
            <th scope="col" className="is-wide">
              {copy.columns.what}
            </th>
            <th scope="col">{copy.columns.due}</th>
            <th scope="col" className="is-number is-wide">
              {copy.columns.amount}
            </th>
            <th scope="col" className="is-number">
              {copy.columns.today}
            </th>
          </tr>
        </thead>
        <tbody>
          {instalments.map(({ id, userId, name, what, dueDate, why, amount, today }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={paths.deskCustomer(userId)}>{name || copy.item.nobody}</Link>
                <span className="desk-sub desk-whole is-narrow">{what}</span>
              </th>
              <td className="is-wide">{what}</td>
              <td>
                {dueDate}
                <span className="desk-sub">{why}</span>
              </td>
              <td className="is-number is-wide">{amount}</td>
              <td className="is-number">
                {today}
                {amount !== today && <span className="desk-sub is-narrow">{copy.agreed(amount)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Closes({ closes }: { closes: MoneyData['closes'] }) {
  if (closes.length === 0) return <p className="desk-hint">{copy.daysNone}</p>
  return (
    <div className="desk-table-wrap">
      <table className="desk-table">
        <caption className="desk-sr">{copy.days}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.dayColumns.day}</th>
            <th scope="col" className="is-wide">
              {copy.dayColumns.provider}
            </th>
            <th scope="col" className="is-number is-wide">
              {copy.dayColumns.theirs}
            </th>
            <th scope="col" className="is-number is-wide">
              {copy.dayColumns.ours}
            </th>
            <th scope="col">{copy.dayColumns.status}</th>
          </tr>
        </thead>
        <tbody>
          {closes.map(({ day, provider, status, theirs, ours, place }) => (
            <tr key={place}>
              <th scope="row">
                <Link to={place}>{day}</Link>
                <span className="desk-sub desk-whole is-narrow">
                  {provider} · {copy.bothSides(theirs, ours)}
                </span>
              </th>
              <td className="is-wide">{provider}</td>
              <td className="is-number is-wide">{theirs}</td>
              <td className="is-number is-wide">{ours}</td>
              <td>
                <span className={cx('desk-pill', status === 'differs' ? 'is-bad' : 'is-ok')}>
                  {copy.dayStatus[status]}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Books({ answer }: { answer: DeskAnswer | undefined }) {
  const reader = useFetcher<DeskAnswer>()
  const read = reader.data ?? answer
  const found = readFound<FoundData<typeof action, 'books'>>(read)
  return (
    <section className="desk-block" aria-labelledby="livros">
      <h2 id="livros">{copy.books}</h2>
      <p className="desk-hint">{copy.booksLead}</p>
      <reader.Form method="post" action={paths.deskMoney()}>
        <input type="hidden" name="intent" value="books" />
        <button
          type="submit"
          className="btn btn-quiet btn-small"
          aria-busy={reader.state !== 'idle' || undefined}
        >
          {copy.booksGo}
        </button>
      </reader.Form>
      <div aria-live="polite">
        {found?.accounts && read?.ok && (
          <>
            <p>
              <span className={cx('desk-pill', found.breaches?.length ? 'is-bad' : 'is-ok')}>
                {read.done}
              </span>
            </p>
            <ul>
              {found.breaches?.map((breach) => (
                <li key={breach}>{breach}</li>
              ))}
            </ul>
            <div className="desk-table-wrap desk-narrow">
              <table className="desk-table">
                <caption className="desk-sr">{copy.books}</caption>
                <thead>
                  <tr>
                    <th scope="col">{copy.account}</th>
                    <th scope="col" className="is-number">
                      {copy.balance}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.accounts.map(({ account, amount }) => (
                    <tr key={account}>
                      <th scope="row">{account}</th>
                      <td className="is-number">{amount}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

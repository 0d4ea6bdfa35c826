import { formatBRL } from '../../../../core/money.ts'
import { homeFinancingCopy } from '../../../copy/home-financing.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PaymentCurve } from './payment-curve.tsx'
import { type Simulation, systems } from './simulation.ts'

const copy = homeFinancingCopy.calculator

/** Three amortisation systems for one loan: a plain GET form whose result is in the URL. */
export function Calculator({ simulation, href }: { simulation: Simulation; href: string }) {
  const { values, errors, comparisons, shown } = simulation
  const table = comparisons.find(({ id }) => id === shown)
  const lowestInterest = Math.min(...comparisons.map(({ interest }) => interest))
  return (
    <>
      <form className="calculator mt-9" method="get" action={`${href}#simulador`}>
        <Field
          name="valor"
          label={copy.valor}
          mask="money"
          defaultValue={values.valor}
          error={errors.valor}
        />
        <Field
          name="prazo"
          label={copy.prazo}
          hint={copy.prazoHint}
          inputMode="numeric"
          maxLength={3}
          defaultValue={values.prazo}
          error={errors.prazo}
        />
        <Field
          name="taxa"
          label={copy.taxa}
          hint={copy.taxaHint}
          inputMode="decimal"
          maxLength={6}
          defaultValue={values.taxa}
          error={errors.taxa}
        />
        <input type="hidden" name="sistema" value={shown} />
        <Button>{copy.submit}</Button>
      </form>
      {table && (
        <>
          <div className="scroll mt-9">
            <table className="figures figures-stack num">
              <thead>
                <tr>
                  {[copy.system, copy.first, copy.last, copy.interest, copy.total].map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {comparisons.map(({ id, name, first, last, interest, paid }) => (
                  <tr key={id}>
                    <th scope="row">
                      {name}{' '}
                      {interest === lowestInterest && <Badge tone="success">{copy.lowestInterest}</Badge>}
                    </th>
                    <td data-label={copy.first}>{formatBRL(first)}</td>
                    <td data-label={copy.last}>{formatBRL(last)}</td>
                    <td data-label={copy.interest}>{formatBRL(interest)}</td>
                    <td data-label={copy.total}>{formatBRL(paid)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <PaymentCurve comparisons={comparisons} />
          <details className="disclosure schedule" id="tabela">
            <summary>{copy.table}</summary>
            <p className="schedule-of">
              {copy.tableOf}{' '}
              {systems.map(({ id, name }) => (
                <a
                  key={id}
                  href={`${href}?${new URLSearchParams({ ...values, sistema: id })}#tabela`}
                  aria-current={id === shown ? 'true' : undefined}
                >
                  {name}
                </a>
              ))}
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be scrollable by keyboard */}
            <section className="scroll" tabIndex={0} aria-label={table.name}>
              <table className="figures num">
                <caption className="sr-only">{table.name}</caption>
                <thead>
                  <tr>
                    {copy.columns.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map(({ month, payment, interest, amortization, balance }) => (
                    <tr key={month}>
                      <th scope="row">{month}</th>
                      <td>{formatBRL(payment)}</td>
                      <td>{formatBRL(interest)}</td>
                      <td>{formatBRL(amortization)}</td>
                      <td>{formatBRL(balance)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
      <p className="note mt-6">{copy.note}</p>
    </>
  )
}

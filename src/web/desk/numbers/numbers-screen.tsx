import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import { formatBRL, formatBRLShort, sum } from '../../../core/money.ts'
import { numberText } from '../../../core/text.ts'
import { changePercent, keptPercent, percentOf } from '../../../modules/numbers/public.ts'
import { moneyCopy } from '../../copy/desk-money.ts'
import {
  numbersCopy as copy,
  daysShown,
  partShown,
  percentShown,
  periodShown,
} from '../../copy/desk-numbers.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/numbers.tsx'
import type { ScreenData } from '../answers.ts'
import { ListFilter } from '../list-filter.tsx'
import { periodNames } from '../list-names.ts'
import { ColumnChart } from './column-chart.tsx'
import { NumberTable } from './number-table.tsx'
import { ShareBars } from './share-bars.tsx'

type NumbersData = ScreenData<typeof loader>

/** Screen with the figures of the shop in a period, compared with the previous period. */
export function NumbersScreen({ data }: { data: NumbersData }) {
  const { period, madeAt } = data
  return (
    <div className="desk-numbers">
      <h1 className="desk-list-title">{copy.title}</h1>
      <Periods data={data} />
      <p className="desk-numbers-said">
        <b>{periodShown(period)}</b>
        <span className="desk-hint">{madeAt === undefined ? copy.notMade : copy.madeAt(madeAt)}</span>
      </p>
      <div className="desk-numbers-grid">
        <Sales data={data} />
        <Money data={data} />
        <Open data={data} />
        <Way data={data} />
        <Promises data={data} />
        <Plans data={data} />
      </div>
    </div>
  )
}

/** Choice of the period: some periods are links, others are a form that works without scripts. */
function Periods({ data: { period } }: { data: NumbersData }) {
  const items = (['7', '30', '90'] as const).map((name) => ({
    name: copy.periods[name],
    to: paths.deskNumbers({ periodo: periodNames[name] }),
    isCurrent: period.name === name,
  }))
  const isOther = period.name === 'month' || period.name === 'custom'
  return (
    <div className="desk-numbers-period">
      <ListFilter label={copy.period} items={items} />
      <details open={isOther}>
        <summary className={isOther ? 'is-current' : undefined}>{copy.otherPeriod}</summary>
        <div>
          <Form method="get" action={paths.deskNumbers()} className="desk-inline">
            <input type="hidden" name="periodo" value={periodNames.month} />
            <label>
              {copy.month}
              <input
                className="control"
                type="month"
                name="mes"
                required
                pattern="\d{4}-\d{2}"
                placeholder="AAAA-MM"
                key={period.from}
                defaultValue={period.from.slice(0, 7)}
              />
            </label>
            <button type="submit" className="btn btn-quiet btn-small">
              {copy.show}
            </button>
          </Form>
          <Form
            method="get"
            action={paths.deskNumbers()}
            className="desk-inline"
            key={period.from + period.to}
          >
            <input type="hidden" name="periodo" value={periodNames.custom} />
            <label>
              {copy.from}
              <input className="control" type="date" name="de" required defaultValue={period.from} />
            </label>
            <label>
              {copy.to}
              <input className="control" type="date" name="ate" required defaultValue={period.to} />
            </label>
            <button type="submit" className="btn btn-quiet btn-small">
              {copy.show}
            </button>
          </Form>
        </div>
      </details>
    </div>
  )
}

function Sales({ data }: { data: NumbersData }) {
  const { sales, parts, unit, period } = data
  const total = formatBRL(sales.now.amount)
  const columns = parts.map((part) => ({
    key: part.from,
    label: partShown(part, unit),
    value: part.sales.amount,
    title: `${daysShown(part)}: ${formatBRL(part.sales.amount)}, ${copy.sales.counted(part.sales.count)}`,
  }))
  return (
    <Block title={copy.sales.title} lead={copy.sales.lead}>
      <Figure
        value={total}
        hints={[copy.sales.counted(sales.now.count)]}
        change={copy.change(
          changePercent(sales.now.amount, sales.before.amount),
          formatBRL(sales.before.amount),
        )}
      />
      <ColumnChart
        columns={columns}
        none={copy.none}
        said={copy.sales.chart(total, daysShown(period))}
        format={reais}
      />
      <Table data={data} name="vendas" title={copy.sales.title} />
      {sales.services.length > 1 && (
        <>
          <h3>{copy.sales.services}</h3>
          <ShareBars
            max={sales.services[0]?.amount ?? 0}
            rows={sales.services.map(({ service, count, amount }) => ({
              key: service,
              name: service,
              shown: formatBRL(amount),
              hint: copy.sales.counted(count),
              parts: [{ value: amount, tone: 'plain' }],
            }))}
          />
          <Table data={data} name="servicos" title={copy.sales.services} />
        </>
      )}
    </Block>
  )
}

function Money({ data }: { data: NumbersData }) {
  const { money, parts, unit, period } = data
  const total = formatBRL(money.received.now)
  const net = money.received.now - money.returned.now - money.fees.now
  const columns = parts.map((part) => ({
    key: part.from,
    label: partShown(part, unit),
    value: part.received,
    title: `${daysShown(part)}: ${formatBRL(part.received)}`,
  }))
  return (
    <Block title={copy.money.title} lead={copy.money.lead}>
      <Figure
        value={total}
        hints={copy.money.rest(formatBRL(money.returned.now), formatBRL(money.fees.now), formatBRL(net))}
        change={copy.change(
          changePercent(money.received.now, money.received.before),
          formatBRL(money.received.before),
        )}
      />
      <ColumnChart
        columns={columns}
        none={copy.none}
        said={copy.money.chart(total, daysShown(period))}
        format={reais}
      />
      <Table data={data} name="recebido" title={copy.money.title} />
    </Block>
  )
}

function Open({ data }: { data: NumbersData }) {
  const { open } = data
  const overdue = sum(open.filter(({ age }) => age !== 'ahead').map(({ amount }) => amount))
  return (
    <Block title={copy.open.title} lead={copy.open.lead}>
      <Figure
        value={formatBRL(sum(open.map(({ amount }) => amount)))}
        hints={[copy.open.overdue(formatBRL(overdue))]}
      />
      <ShareBars
        max={Math.max(...open.map(({ amount }) => amount))}
        rows={open.map(({ age, count, amount }) => ({
          key: age,
          name: moneyCopy.ages[age],
          shown: formatBRL(amount),
          hint: copy.open.instalments(count),
          parts: [{ value: amount, tone: age === 'ahead' ? 'plain' : 'bad' }],
        }))}
      />
      <Table data={data} name="em-aberto" title={copy.open.title} />
    </Block>
  )
}

function Way({ data }: { data: NumbersData }) {
  const { way } = data
  return (
    <Block title={copy.way.title} lead={copy.way.lead}>
      <ShareBars
        max={Math.max(...way.map(({ now }) => now))}
        rows={way.map(({ stage, now, before }, index) => {
          const share = index === 0 ? undefined : percentOf(now, way[index - 1]?.now ?? 0)
          return {
            key: stage,
            name: copy.way.stages[stage],
            shown: numberText(now),
            hint: [
              share === undefined ? '' : `${percentShown(share)} do passo anterior`,
              `antes ${numberText(before)}`,
            ]
              .filter(Boolean)
              .join(' · '),
            parts: [{ value: now, tone: 'plain' }],
          }
        })}
      />
      <p className="desk-hint">{copy.way.hint}</p>
      <Table data={data} name="caminho" title={copy.way.title} />
    </Block>
  )
}

function Promises({ data }: { data: NumbersData }) {
  return (
    <Block title={copy.promises.title} lead={copy.promises.lead}>
      <ShareBars
        max={100}
        rows={data.promises.map(({ promise, now, before }) => {
          const all = now.kept + now.late + now.broken
          const part = (value: number) => (all === 0 ? 0 : (100 * value) / all)
          const past = keptPercent(before)
          return {
            key: promise,
            name: copy.promises.kinds[promise],
            shown: all === 0 ? copy.promises.none : percentShown(keptPercent(now)),
            hint: [
              ...(all === 0
                ? []
                : [
                    `${numberText(now.kept)} no prazo`,
                    `${numberText(now.late)} com atraso`,
                    `${numberText(now.broken)} sem cumprir`,
                  ]),
              ...(past === undefined ? [] : [`antes ${percentShown(past)}`]),
            ].join(' · '),
            parts: [
              { value: part(now.kept), tone: 'good' },
              { value: part(now.late), tone: 'late' },
              { value: part(now.broken), tone: 'bad' },
            ],
          }
        })}
      />
      <Table data={data} name="promessas" title={copy.promises.title} />
    </Block>
  )
}

function Plans({ data }: { data: NumbersData }) {
  const { plans } = data
  const open = sum(plans.map((plan) => plan.open.amount))
  const due = sum(plans.map((plan) => plan.due.amount))
  return (
    <Block title={copy.plans.title} lead={copy.plans.lead}>
      {plans.length === 0 ? (
        <p className="desk-hint">{copy.plans.none}</p>
      ) : (
        <>
          <Figure
            value={percentShown(percentOf(open, due))}
            hints={[`${formatBRL(open)} de ${formatBRL(due)}`]}
          />
          <ShareBars
            max={100}
            rows={plans.map(({ plan, due: fell, open: left }) => ({
              key: plan,
              name: plan.replaceAll('R$ ', 'R$\u00A0'),
              shown: percentShown(percentOf(left.amount, fell.amount)),
              hint: `${formatBRL(left.amount)} de ${formatBRL(fell.amount)}`,
              parts: [{ value: percentOf(left.amount, fell.amount) ?? 0, tone: 'bad' }],
            }))}
          />
          <Table data={data} name="inadimplencia" title={copy.plans.title} />
        </>
      )}
    </Block>
  )
}

function Block({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = `numeros-${title.replaceAll(' ', '-').toLowerCase()}`
  return (
    <section className="desk-numbers-block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="desk-hint">{lead}</p>
      {children}
    </section>
  )
}

/** Main figure of a block, with its details and the comparison with the previous period. */
function Figure({ value, hints, change }: { value: string; hints: readonly string[]; change?: string }) {
  return (
    <p className="desk-figure">
      <b>{value}</b>
      <span>
        {hints.map((hint) => (
          <span key={hint}>{hint}</span>
        ))}
      </span>
      {change && <small>{change}</small>}
    </p>
  )
}

function Table({
  data,
  name,
  title,
}: {
  data: NumbersData
  name: keyof NumbersData['tables']
  title: string
}) {
  const [search] = useSearchParams()
  const given = Object.fromEntries(
    ['periodo', 'mes', 'de', 'ate'].flatMap((key) => (search.has(key) ? [[key, search.get(key) ?? '']] : [])),
  )
  return (
    <NumberTable table={data.tables[name]} title={title} file={paths.deskNumbersFile(`${name}.csv`, given)} />
  )
}

/** Formats an amount for the scale of a chart: 'R$ 1.500', 'R$ 20 mil', 'R$ 1,5 mi'. */
function reais(centavos: number): string {
  if (centavos >= 100_000_000) return `R$ ${numberText(Math.round(centavos / 10_000_000) / 10)} mi`
  if (centavos >= 1_000_000) return `R$ ${numberText(Math.round(centavos / 10_000) / 10)} mil`
  return formatBRLShort(Math.round(centavos / 100) * 100)
}

import { Form, Link } from 'react-router'
import { logCopy as copy } from '../../copy/desk-team.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/log.tsx'
import type { ScreenData } from '../answers.ts'
import { Decide } from '../decide.tsx'
import { DeskForm } from '../desk-form.tsx'

type LogData = ScreenData<typeof loader>

const columns = ['position', 'at', 'who', 'action', 'subject', 'reason'] as const

/** The columns of a narrow screen; the others are below the action. */
const narrow: ReadonlySet<string> = new Set(['action', 'reason'])

const about = ({ subject }: LogData['rows'][number]) => (
  <Link to={paths.deskLog({ sobre: subject })}>{subject}</Link>
)

/** Screen of the audit log: all actions of the team, with search and verification. */
export function LogScreen({ data }: { data: LogData }) {
  const search = { ...(data.subject && { sobre: data.subject }), ...(data.actorId && { quem: data.actorId }) }
  const isSearched = !data.isFirst || Object.keys(search).length > 0
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <div className="desk-tools">
        <Form method="get" action={paths.deskLog()} className="desk-inline">
          <label>
            {copy.subject}
            <input className="control" name="sobre" defaultValue={data.subject} />
          </label>
          <label>
            {copy.who}
            <select className="control" name="quem" defaultValue={data.actorId ?? ''}>
              <option value="">{copy.anybody}</option>
              {data.members.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.search}
          </button>
        </Form>
        <DeskForm intent="verify">
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.verify}
          </button>
        </DeskForm>
      </div>
      <p className="desk-hint">{data.verified ?? copy.verifiedNever}</p>
      {data.rows.length === 0 ? (
        <p>{isSearched ? copy.noneFound : copy.empty}</p>
      ) : (
        <div className="desk-table-wrap">
          <table className="desk-table desk-log">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className={narrow.has(column) ? undefined : 'is-wide'}>
                    {copy.columns[column]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.position}>
                  <td className="is-number is-wide">{row.position}</td>
                  <td className="is-wide">{row.at}</td>
                  <td className="is-wide">{row.who}</td>
                  <td title={row.action}>
                    {row.words}
                    <span className="desk-sub desk-whole is-narrow">
                      {row.who} · {row.at} · {about(row)}
                    </span>
                  </td>
                  <td className="is-wide">{about(row)}</td>
                  <td>{row.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pages data={data} search={search} />
      <Evidence data={data} />
    </div>
  )
}

/** Result of the last verification of the contracts' evidence, and the breaches that wait for a person. */
function Evidence({ data: { check, breaches } }: { data: LogData }) {
  return (
    <section className="desk-block" aria-labelledby="provas">
      <h2 id="provas">{copy.evidence}</h2>
      <p className="desk-hint">{copy.evidenceLead}</p>
      <p>{check ?? copy.evidenceNever}</p>
      {breaches.length > 0 && (
        <ul className="desk-lines">
          {breaches.map(({ id, what, at }) => (
            <li key={id} className="desk-wrap">
              <span>
                <b>{what}</b>
                <span className="desk-sub">{at}</span>
              </span>
              <Decide
                title={copy.evidenceDecide}
                reason={copy.evidenceReason}
                fields={{ id }}
                choices={[{ intent: 'review-breach', label: copy.evidenceReview, tone: 'primary' }]}
              />
            </li>
          ))}
        </ul>
      )}
      <DeskForm intent="verify-contracts">
        <button type="submit" className="btn btn-quiet btn-small">
          {copy.evidenceVerify}
        </button>
      </DeskForm>
      <p className="mt-3">
        <Link to={paths.deskContracts()}>{copy.versions}</Link>
      </p>
    </section>
  )
}

function Pages({ data, search }: { data: LogData; search: Parameters<typeof paths.deskLog>[0] }) {
  return (
    <p className="desk-acts">
      {!data.isFirst && <Link to={paths.deskLog(search)}>{copy.newest}</Link>}
      {data.next && <Link to={paths.deskLog({ ...search, antes: String(data.next) })}>{copy.older}</Link>}
    </p>
  )
}

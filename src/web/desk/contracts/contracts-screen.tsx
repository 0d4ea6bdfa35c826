import { Form, Link } from 'react-router'
import { contractsCopy as copy } from '../../copy/desk-contracts.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/contracts.tsx'
import type { ScreenData } from '../answers.ts'
import { ComparedClauses } from './compared-clauses.tsx'

type ContractsData = ScreenData<typeof loader>

/** Screen with the versions of the contract: which customers signed which version, and the differences between two versions. */
export function ContractsScreen({ data }: { data: ContractsData }) {
  const { versions, before, after, compared, list } = data
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <div className="desk-table-wrap">
        <table className="desk-table">
          <thead>
            <tr>
              {Object.values(copy.columns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, isCurrent, signed }) => (
              <tr key={version}>
                <th scope="row">
                  {version} {isCurrent && <span className="desk-pill is-ok">{copy.current}</span>}
                </th>
                <td>{signed?.first ?? copy.nobody}</td>
                <td>{signed?.last}</td>
                <td>
                  {signed && (
                    <Link to={paths.deskContracts({ lista: version }, 'lista')}>
                      {signed.contracts}
                      <span className="sr-only">{copy.listOf(version)}</span>
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {list && <Signed list={list} />}
      <section aria-labelledby="comparar">
        <h2 id="comparar">{copy.compare}</h2>
        <Form method="get" action={paths.deskContracts()} className="desk-inline">
          <VersionField name="antiga" label={copy.before} versions={versions} chosen={before} />
          <VersionField name="nova" label={copy.after} versions={versions} chosen={after} />
          <button type="submit" className="btn btn-quiet btn-small">
            {copy.submit}
          </button>
        </Form>
        {compared && 'noText' in compared && <p className="desk-problem">{copy.noText(compared.noText)}</p>}
        {compared && 'clauses' in compared && (
          <>
            {compared.inconsistent.map((version) => (
              <p key={version} className="desk-problem">
                {copy.inconsistent(version)}
              </p>
            ))}
            <ComparedClauses clauses={compared.clauses} before={before} after={after} />
          </>
        )}
      </section>
      <p>
        <Link to={paths.deskLog({}, 'provas')}>{copy.back}</Link>
      </p>
    </div>
  )
}

function VersionField({
  name,
  label,
  versions,
  chosen,
}: {
  name: string
  label: string
  versions: ContractsData['versions']
  chosen: string
}) {
  return (
    <label>
      {label}
      <select key={chosen} className="control desk-version" name={name} defaultValue={chosen}>
        {versions.map(({ version }) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </label>
  )
}

/** The orders whose contract was signed with a given version. */
function Signed({ list }: { list: NonNullable<ContractsData['list']> }) {
  return (
    <section aria-labelledby="lista">
      <h2 id="lista">{copy.contracts(list.version)}</h2>
      <ul className="desk-lines">
        {list.contracts.map(({ orderId, number, at }) => (
          <li key={orderId}>
            {number ? <Link to={paths.deskOrder(orderId)}>{number}</Link> : copy.erased}{' '}
            <span className="desk-sub">{copy.acceptedAt(at)}</span>
          </li>
        ))}
      </ul>
      {list.next && (
        <p>
          <Link to={paths.deskContracts({ lista: list.version, depois: list.next }, 'lista')}>
            {copy.older}
          </Link>
        </p>
      )}
    </section>
  )
}

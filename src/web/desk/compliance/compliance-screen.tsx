import { Link } from 'react-router'
import { complianceCopy as copy } from '../../copy/desk-compliance.ts'
import type { loader } from '../../routes/desk/compliance.tsx'
import type { ScreenData } from '../answers.ts'

type ComplianceData = ScreenData<typeof loader>

/** Screen with the shop's open compliance findings and what to do about them, followed by the checks without findings. */
export function ComplianceScreen({ data }: { data: ComplianceData }) {
  const open = data.checks.filter(({ findings }) => findings.length > 0)
  const fine = data.checks.filter(({ findings }) => findings.length === 0)
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <h2>{copy.open(open.length)}</h2>
      <ul className="desk-checks">
        {open.map(({ id, title, law, todo, where, findings }) => (
          <li key={id}>
            <b>
              {title} <span className="desk-pill is-bad">{copy.found}</span>
            </b>
            <small>{law}</small>
            <ul>
              {findings.map(({ text, address }) => (
                <li key={text}>{address ? <Link to={address}>{text}</Link> : text}</li>
              ))}
            </ul>
            <p>
              {todo} <span className="desk-hint">{copy.where[where]}.</span>
            </p>
          </li>
        ))}
      </ul>
      {fine.length > 0 && (
        <>
          <h2>{copy.fine}</h2>
          <ul className="desk-checks">
            {fine.map(({ id, title, law }) => (
              <li key={id}>
                <b>
                  {title} <span className="desk-pill is-ok">{copy.ok}</span>
                </b>
                <small>{law}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{copy.law}</h2>
      <p className="desk-hint">{copy.lawLead}</p>
      <ul className="desk-checks">
        {data.duties.map(({ law, asks, met, places, tests, isOpen }) => (
          <li key={law}>
            <b>
              {asks} {isOpen && <span className="desk-pill is-bad">{copy.found}</span>}
            </b>
            <small>{law}</small>
            <p>{met}</p>
            {places.length > 0 && (
              <p className="desk-inline">
                {places.map((place) => (
                  <a key={place} href={place}>
                    {place}
                  </a>
                ))}
              </p>
            )}
            <details>
              <summary>{copy.tests}</summary>
              <ul>
                {tests.map((test) => (
                  <li key={test}>{test}</li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}

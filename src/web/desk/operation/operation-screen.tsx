import { Link } from 'react-router'
import { operationCopy as copy, jobArea } from '../../copy/desk-operation.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/operation.tsx'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { Decide } from '../decide.tsx'
import { Stoppages } from '../messages/stoppages.tsx'

type OperationData = ScreenData<typeof loader>

/** Screen of the operation: what stopped, and what is missing from a restored database. */
export function OperationScreen({ data, answer }: { data: OperationData; answer: DeskAnswer | undefined }) {
  return (
    <div className="desk-main">
      <h1>{copy.title}</h1>
      {answer && !answer.ok && (
        <p className="desk-problem" role="alert">
          {answer.message}
        </p>
      )}
      <Stoppages stoppages={data.stoppages} />
      <section className="desk-block" aria-labelledby="saude">
        <h2 id="saude">{copy.health}</h2>
        <ul className="desk-lines">
          {data.sweeps.map(({ provider, completeAt, failingSince }) => (
            <li key={provider}>
              <span>
                <b>{provider}</b>
                <span className={failingSince ? 'desk-problem' : 'desk-sub'}>
                  {failingSince
                    ? copy.sweepFailing(failingSince)
                    : completeAt
                      ? copy.sweepWell(completeAt)
                      : copy.sweepNever}
                </span>
              </span>
            </li>
          ))}
          <li>
            <span>
              <b>{copy.backup}</b>
              <span className="desk-sub">{data.backup ? copy.backupAt(data.backup) : copy.backupNever}</span>
            </span>
          </li>
        </ul>
      </section>
      <section className="desk-block" aria-labelledby="tarefas">
        <h2 id="tarefas">{copy.jobs}</h2>
        <p className="desk-hint">{data.jobs.length === 0 ? copy.jobsNone : copy.jobsLead}</p>
        <ul className="desk-lines">
          {data.jobs.map(({ id, job, at, attempts, error }) => (
            <li key={id} className="desk-wrap">
              <span>
                <b>{jobArea(job)}</b>
                <span className="desk-sub">
                  {at} · {copy.attempts(attempts)}
                </span>
                <span className="desk-sub desk-whole">{[job, error].filter(Boolean).join(': ')}</span>
              </span>
              <Decide
                title={copy.decide}
                reason={copy.reason}
                fields={{ id }}
                choices={[
                  { intent: 'retry', label: copy.retry, tone: 'primary' },
                  { intent: 'discard', label: copy.discard, tone: 'quiet' },
                ]}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="desk-block" aria-labelledby="esquecidos">
        <h2 id="esquecidos">{copy.forgotten}</h2>
        {data.forgotten ? (
          <Forgotten forgotten={data.forgotten} />
        ) : (
          <>
            <p className="desk-hint">{copy.forgottenLead}</p>
            <p>
              <Link className="btn btn-quiet btn-small" to={paths.deskOperation({ esquecidos: '1' })}>
                {copy.look}
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  )
}

function Forgotten({ forgotten }: { forgotten: NonNullable<OperationData['forgotten']> }) {
  const { messages, movements } = forgotten
  if (messages.length + movements.length === 0) return <p>{copy.forgottenNone}</p>
  return (
    <>
      <ul className="desk-lines">
        {messages.map(({ id, what, to, subject, at }) => (
          <li key={id} className="desk-wrap">
            <span>
              <b>{what}</b>
              <span className="desk-sub">{[at, to, subject].join(' · ')}</span>
            </span>
            <Decide
              title={copy.decide}
              reason={copy.reason}
              fields={{ id }}
              choices={[{ intent: 'settle', label: copy.settle, tone: 'primary' }]}
            />
          </li>
        ))}
      </ul>
      {movements.length > 0 && (
        <>
          <h3>{copy.movements}</h3>
          <ul className="desk-lines">
            {movements.map(({ key, kind, providerId, amount, at }) => (
              <li key={key}>
                <span>
                  <b>{copy.movementKinds[kind]}</b>
                  <span className="desk-sub">{[at, providerId].join(' · ')}</span>
                </span>
                <span className="desk-amount">{amount}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

import { useFetcher } from 'react-router'
import { accessCopy as copy } from '../../copy/desk-team.ts'
import { paths } from '../../paths.ts'
import type { action, loader } from '../../routes/desk/access.tsx'
import { type DeskAnswer, type FoundData, readFound, type ScreenData } from '../answers.ts'
import { DeskForm } from '../desk-form.tsx'

type AccessData = ScreenData<typeof loader>

/** Screen with the member's own sessions at the desk, each of which can be ended there, and the recovery codes. */
export function AccessScreen({ data, answer }: { data: AccessData; answer: DeskAnswer | undefined }) {
  const { sessions, codesLeft } = data
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      <section aria-labelledby="sessoes">
        <h2 id="sessoes">{copy.sessions}</h2>
        <p className="desk-hint">{copy.lead}</p>
        <ul className="desk-people">
          {sessions.map(({ id, device, since, isThis }) => (
            <li key={id}>
              <span>
                <b>{device}</b> {isThis && <span className="desk-pill">{copy.thisOne}</span>}
                <span className="desk-sub">{copy.since(since)}</span>
              </span>
              {!isThis && (
                <DeskForm intent="end-session" fields={{ id }}>
                  <button type="submit" className="btn btn-ghost btn-small">
                    {copy.endSession}
                  </button>
                </DeskForm>
              )}
            </li>
          ))}
        </ul>
        <div className="desk-acts">
          {sessions.length > 1 && (
            <DeskForm intent="end-session">
              <button type="submit" className="btn btn-quiet btn-small">
                {copy.endOthers}
              </button>
            </DeskForm>
          )}
          <a href={paths.account({ aba: 'trocar-senha' })}>{copy.password}</a>
        </div>
      </section>
      <section aria-labelledby="codigos">
        <h2 id="codigos">{copy.recovery}</h2>
        <p>{copy.codesLeft(codesLeft)}</p>
        <RenewCodes answer={answer} />
      </section>
    </div>
  )
}

/** New recovery codes, shown once: they exist only in this browser's memory and are discarded when the screen closes. */
function RenewCodes({ answer }: { answer: DeskAnswer | undefined }) {
  const fetcher = useFetcher<DeskAnswer>()
  const given = fetcher.data ?? answer
  const codes = readFound<FoundData<typeof action, 'renew-codes'>>(given)?.codes
  return (
    <div className="desk-block">
      <div aria-live="polite">
        {codes && (
          <div className="desk-block">
            <h3>{copy.newCodes}</h3>
            <p>{copy.keepThem}</p>
            <ul className="desk-codes">
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {given && !given.ok && (
        <p className="desk-problem" role="alert">
          {given.message}
        </p>
      )}
      <fetcher.Form method="post" className="desk-form">
        <input type="hidden" name="intent" value="renew-codes" />
        <p className="desk-hint" id="codigos-novos">
          {copy.renewLead}
        </p>
        <button
          type="submit"
          className="btn btn-quiet btn-small"
          aria-describedby="codigos-novos"
          disabled={fetcher.state !== 'idle'}
        >
          {copy.renew}
        </button>
      </fetcher.Form>
    </div>
  )
}

import { accessCopy as copy } from '../../copy/desk-team.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/access.tsx'
import type { ScreenData } from '../answers.ts'
import { DeskForm } from '../desk-form.tsx'

type AccessData = ScreenData<typeof loader>

/** Fewer than these, and it is said how to get new ones. */
const fewCodes = 3

/** The member's own open desks, each of which can be ended from here, and the recovery codes that are left. */
export function AccessScreen({ data }: { data: AccessData }) {
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
        {codesLeft < fewCodes && <p className="desk-hint">{copy.fewCodes}</p>}
      </section>
    </div>
  )
}

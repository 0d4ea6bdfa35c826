import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import type { aboutMessage } from './message-example.server.ts'

type About = NonNullable<ReturnType<typeof aboutMessage>>

/** Facts about a message: when it is sent, what the names in its text stand for, and which parts are fixed. */
export function AboutMessage({ about: { when, way, names, fixed, isReminder } }: { about: About }) {
  return (
    <section aria-labelledby="sobre">
      <h2 id="sobre">{copy.about}</h2>
      <p>
        {when}. {way}.
      </p>
      {!isReminder && <p className="desk-hint">{copy.greeting}</p>}
      {names.length > 0 && (
        <details className="desk-framed" open>
          <summary>{copy.names}</summary>
          <Parts lead={copy.namesLead} parts={names} />
        </details>
      )}
      {fixed.length > 0 && (
        <details className="desk-framed" open>
          <summary>{copy.fixed}</summary>
          <Parts lead={copy.fixedLead} parts={fixed} />
        </details>
      )}
    </section>
  )
}

function Parts({ lead, parts }: { lead: string; parts: About['names'] }) {
  return (
    <div>
      <p className="desk-hint">{lead}</p>
      <dl className="desk-names">
        {parts.map(({ name, text }) => (
          <div key={name}>
            <dt>
              <code>{`{${name}}`}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

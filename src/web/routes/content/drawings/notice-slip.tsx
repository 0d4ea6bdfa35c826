import { trafficFinesCopy } from '../../../copy/traffic-fines.ts'

const copy = trafficFinesCopy.slip

/** A traffic fine notification and the team's checks on it. */
export function NoticeSlip() {
  return (
    <figure className="slip" aria-label={copy.label}>
      <figcaption className="slip-head">
        <b className="display">{copy.title}</b>
        <span className="note">{copy.tag}</span>
      </figcaption>
      <dl>
        {copy.fields.map(({ name, check }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{check}</dd>
          </div>
        ))}
      </dl>
      <p className="slip-due">
        <b>{copy.due}</b> {copy.dueText}
      </p>
    </figure>
  )
}

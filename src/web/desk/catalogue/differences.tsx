import type { Difference } from './fields.ts'

/** Differences between two versions, side by side; lines that exist in only one of them are marked. */
export function Differences({
  differences,
  before,
  after,
}: {
  differences: readonly Difference[]
  before: string
  after: string
}) {
  return (
    <dl className="desk-diff">
      {differences.map((difference) => (
        <div key={difference.label}>
          <dt>{difference.label}</dt>
          <dd>
            <b>{before}</b>
            <ul>
              {difference.before.map(({ text, changed }) => (
                <li key={text}>{changed ? <del>{text}</del> : text}</li>
              ))}
            </ul>
          </dd>
          <dd>
            <b>{after}</b>
            <ul>
              {difference.after.map(({ text, changed }) => (
                <li key={text}>{changed ? <ins>{text}</ins> : text}</li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}

import { doorCopy as copy } from '../copy/desk-team.ts'
import { confirmField, type DeskAnswer } from './answers.ts'
import { LineControl } from './controls.tsx'

/**
 * Page for a browser without scripts that requests the second factor again together with the posted values, so that nothing has
 * to be typed twice. With scripts, a dialog requests it (enter-again.tsx).
 */
export function ConfirmAgain({ asked }: { asked: Extract<DeskAnswer, { ok: false }> }) {
  const { posted = [], file, message } = asked
  return (
    <form
      method="post"
      className="desk-do desk-form desk-again"
      {...(file && { encType: 'multipart/form-data' as const })}
    >
      <h2>{copy.leadAgain}</h2>
      <p>{copy.againKept}</p>
      {posted.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      {file && (
        <label>
          {copy.againFile}
          <input className="control" type="file" name={file} required />
        </label>
      )}
      <label>
        {copy.code}
        <LineControl
          name={confirmField}
          autoComplete="one-time-code"
          required
          autoFocus
          aria-describedby={message ? 'codigo-problema' : undefined}
        />
      </label>
      {message && (
        <p className="desk-problem" id="codigo-problema" role="alert">
          {message}
        </p>
      )}
      <button type="submit" className="btn btn-primary btn-small">
        {copy.againGo}
      </button>
    </form>
  )
}

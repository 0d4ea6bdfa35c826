import { listenCopy as copy } from '../../copy/contract.ts'
import { paths } from '../../paths.ts'

/** The sentence of a clause that is read aloud: the id of its element, and its recording if the owner provides one. */
interface ListenProps {
  clause: number
  version: string
  sentenceId: string
  /** The hash of the recording. */
  recording: string | undefined
}

/**
 * A clause's plain sentence, aloud: the owner's recording, which needs no script, or the voice of the browser, whose button
 * src/web/enhance/read-aloud.ts shows where there is such a voice.
 */
export function Listen({ clause, version, sentenceId, recording }: ListenProps) {
  if (recording !== undefined) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what it says is the sentence above it
      <audio
        className="listen"
        controls
        preload="none"
        src={paths.clauseAudio(version, clause, { g: recording })}
        aria-label={copy.recording(clause)}
      />
    )
  }
  return (
    <button type="button" className="btn btn-quiet btn-small listen" data-speak={sentenceId} hidden>
      <span data-when="silent">{copy.listen}</span>
      <span data-when="speaking" hidden>
        {copy.stop}
      </span>
      <span className="sr-only">{copy.of(clause)}</span>
    </button>
  )
}

/** The id of the element with a clause's plain sentence. */
export function sentenceIdOf(clause: number): string {
  return `clausula-${clause}-simples`
}

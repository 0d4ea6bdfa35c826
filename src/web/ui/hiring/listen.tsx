import { listenCopy as copy } from '../../copy/contract.ts'
import { paths } from '../../paths.ts'

/** A clause's plain-language sentence that is read aloud: the id of its element, and its recording if the owner provides one. */
interface ListenProps {
  clause: number
  version: string
  sentenceId: string
  /** Hash of the recording. */
  recording: string | undefined
}

/**
 * Audio of a clause's plain-language sentence: the owner's recording, which requires no script, or the speech synthesis of the
 * browser, whose button src/web/enhance/read-aloud.ts shows if a voice is available.
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

/** Returns the id of the element with a clause's plain-language sentence. */
export function sentenceIdOf(clause: number): string {
  return `clausula-${clause}-simples`
}

import { MINUTE } from './durations.ts'

interface Written {
  by: string | null
  text: string | null
  at: Date
}

/** Whether a text repeats the newest one, by the same person within a minute: its form was sent twice. */
export function isSentTwice({ by, text, at }: Written, newest: Written | undefined): boolean {
  return (
    newest !== undefined &&
    newest.by === by &&
    newest.text === text &&
    at.getTime() - newest.at.getTime() < MINUTE
  )
}

import type { RecordingKey } from './domain/recording.ts'

/** Recording of a plain sentence, provided by the owner. */
export interface Recording {
  /** MP3. */
  bytes: Uint8Array
  /** The spoken sentence, word by word. */
  sentence: string
  /** Hash of the bytes, used in its URL: another recording has another URL. */
  hash: string
}

/** The recordings that the owner provides. */
export interface Recordings {
  of(key: RecordingKey): Recording | undefined
  /** The rejected files, each with the reason. */
  leftOut: readonly string[]
}

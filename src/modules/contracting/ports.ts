import type { RecordingKey } from './domain/recording.ts'

/** A plain sentence as the owner had it spoken. */
export interface Recording {
  /** MP3. */
  bytes: Uint8Array
  /** What it says, word by word. */
  sentence: string
  /** Of the bytes, for its address: another recording has another one. */
  hash: string
}

/** The recordings that the owner provides. */
export interface Recordings {
  of(key: RecordingKey): Recording | undefined
  /** The files that are not offered, each with the reason. */
  leftOut: readonly string[]
}

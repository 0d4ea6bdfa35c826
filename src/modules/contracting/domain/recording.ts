import { sizeText } from '../../../core/text.ts'

/** Key of a clause's recording: its plain sentence in one version of the template. */
export interface RecordingKey {
  version: string
  /** From 1. */
  clause: number
}

/** Half a minute of speech needs less than half of this. */
export const MAX_RECORDING_BYTES = 512 * 1024

/** Path of a recording under the recordings folder, where the owner stores it: '2026-11-22.2/clausula-6.mp3'. */
export function recordingPath({ version, clause }: RecordingKey): string {
  return `${version}/clausula-${clause}.mp3`
}

/** Path of the file beside it with the sentence that is spoken: '2026-11-22.2/clausula-6.txt'. */
export function sentencePath({ version, clause }: RecordingKey): string {
  return `${version}/clausula-${clause}.txt`
}

/** The recording to which a path under the folder belongs; undefined for any other name. */
export function recordingAt(path: string): RecordingKey | undefined {
  const [, version = '', clause = ''] =
    /^(\d{4}-\d{2}-\d{2}\.\d+)\/clausula-([1-9]\d?)\.mp3$/.exec(path) ?? []
  return version ? { version, clause: Number(clause) } : undefined
}

/** Why a file is rejected as a recording, in words for the owner; undefined for a valid one. */
export function recordingProblem(bytes: Uint8Array, sentence: string | undefined): string | undefined {
  if (bytes.length > MAX_RECORDING_BYTES) return `tem mais de ${sizeText(MAX_RECORDING_BYTES)}`
  if (!isMp3(bytes)) return 'não é um arquivo MP3'
  if (sentence === undefined) return 'falta, ao lado, o arquivo .txt com a frase gravada'
  return undefined
}

/**
 * Whether a recording matches the sentence that is shown. Another date, service or figure makes it another sentence.
 */
export function isSameSentence(recorded: string, shown: string): boolean {
  return plainSpaces(recorded) === plainSpaces(shown)
}

function plainSpaces(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** An ID3 tag, or the first frame of MPEG audio, layer III. */
function isMp3([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const isTagged = first === 0x49 && second === 0x44 && third === 0x33
  return isTagged || (first === 0xff && (second & 0xe6) === 0xe2)
}

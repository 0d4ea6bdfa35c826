import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type MediaType, mediaTypeOf } from './file-type.ts'
import { MAX_FILE_BYTES } from './limits.ts'

export type FileRefusal = 'empty' | 'too_large' | 'wrong_content'

/** Returns the media type of an uploaded file by its content; refuses a file that is empty, too large or of another type. */
export function checkFile(bytes: Uint8Array): Outcome<MediaType, FileRefusal> {
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too_large')
  const mediaType = mediaTypeOf(bytes)
  return mediaType ? ok(mediaType) : refuse('wrong_content')
}

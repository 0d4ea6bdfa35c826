import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type MediaType, mediaTypeOf } from './file-type.ts'
import { MAX_PIXELS, pixelsOf } from './image-size.ts'
import { MAX_FILE_BYTES } from './limits.ts'

export type FileRefusal = 'empty' | 'too_large' | 'wrong_content' | 'too_many_pixels'

/**
 * Returns the media type of an uploaded file by its content; refuses a file that is empty, too large or of another type, and an image that
 * would take the memory of the browser in which the team looks at it.
 */
export function checkFile(bytes: Uint8Array): Outcome<MediaType, FileRefusal> {
  if (bytes.length === 0) return refuse('empty')
  if (bytes.length > MAX_FILE_BYTES) return refuse('too_large')
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType) return refuse('wrong_content')
  return pixelsOf(bytes, mediaType) > MAX_PIXELS ? refuse('too_many_pixels') : ok(mediaType)
}

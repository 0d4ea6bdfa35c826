import { notFoundCopy } from './copy/errors.ts'
import { paths } from './paths.ts'
import { plainPage } from './plain-page.server.tsx'
import { LinkButton } from './ui/button.tsx'

/**
 * Renders the response of a file's address to a person without such a file, because the route itself renders no page.
 *
 * @param words on what may have happened
 */
export function missingFilePage(words: string = notFoundCopy.file): Response {
  const back = <LinkButton href={paths.home()}>{notFoundCopy.home}</LinkButton>
  return new Response(plainPage(notFoundCopy.fileTitle, [words], back), {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' },
  })
}

import { notFoundCopy } from './copy/errors.ts'
import { paths } from './paths.ts'
import { plainPage } from './plain-page.server.tsx'
import { LinkButton } from './ui/button.tsx'

/**
 * Renders the answer of a file's address for whoever has no such file. No page is rendered there by its route.
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

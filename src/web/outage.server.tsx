import { HOUR, MINUTE, SECOND } from '../core/durations.ts'
import { outageCopy as copy, tooManyFilesCopy, unreadableFileCopy } from './copy/errors.ts'
import { plainPage } from './plain-page.server.tsx'
import { LinkButton } from './ui/button.tsx'

/**
 * Renders the response during a database outage: one plain page, made only from the request, with a status that tells proxies,
 * search engines and our own scripts to retry later.
 */
export function outagePage(request: Request): Response {
  const notes = request.method === 'POST' ? [copy.posted] : []
  return failurePage(request, { ...copy, notes, retryAfter: 30 })
}

/**
 * Renders the response to a request for a stored file that is missing or cannot be read now.
 *
 * @param isReported whether the team knows about it
 */
export function unreadableFilePage(request: Request, { isReported }: { isReported: boolean }): Response {
  const notes = isReported ? [unreadableFileCopy.reported] : []
  return failurePage(request, {
    ...unreadableFileCopy,
    notes,
    retryAfter: (isReported ? HOUR : MINUTE) / SECOND,
  })
}

/** Renders the response to a person who downloads too many files at once. */
export function tooManyFilesPage(request: Pick<Request, 'url'>): Response {
  return failurePage(request, { ...tooManyFilesCopy, notes: [], status: 429, retryAfter: MINUTE / SECOND })
}

interface Failure {
  title: string
  lead: string
  notes: readonly string[]
  status?: number
  /** Seconds. */
  retryAfter: number
}

/** Renders a page that offers the same address again. */
function failurePage(
  request: Pick<Request, 'url'>,
  { title, lead, notes, status = 503, retryAfter }: Failure,
): Response {
  const { pathname, search } = new URL(request.url)
  const again = <LinkButton href={pathname + search}>{copy.retry}</LinkButton>
  return new Response(plainPage(title, [lead, ...notes], again), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfter),
    },
  })
}

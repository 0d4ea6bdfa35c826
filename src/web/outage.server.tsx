import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { HOUR, MINUTE, SECOND } from '../core/durations.ts'
import stylesheet from './app.css?url'
import favicon from './assets/favicon.svg?url'
import { outageCopy as copy, notFoundCopy, tooManyFilesCopy, unreadableFileCopy } from './copy/errors.ts'
import { paths } from './paths.ts'
import { BareShell } from './ui/bare-shell.tsx'
import { LinkButton } from './ui/button.tsx'
import { Horizon } from './ui/horizon.tsx'

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

/** Renders the answer to whoever downloads too many files at once. */
export function tooManyFilesPage(request: Pick<Request, 'url'>): Response {
  return failurePage(request, { ...tooManyFilesCopy, notes: [], status: 429, retryAfter: MINUTE / SECOND })
}

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

function plainPage(title: string, [lead, ...notes]: readonly string[], action: ReactNode): string {
  const page = renderToStaticMarkup(
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Recomeço`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href={favicon} type="image/svg+xml" />
      </head>
      <body>
        <BareShell>
          <div className="lost" role="alert">
            <div className="wrap">
              <h1>{title}</h1>
              <p className="lead mt-4">{lead}</p>
              {notes.map((note) => (
                <p key={note} className="mt-4">
                  {note}
                </p>
              ))}
              <div className="actions">{action}</div>
            </div>
            <Horizon />
          </div>
        </BareShell>
      </body>
    </html>,
  )
  return `<!DOCTYPE html>${page}`
}

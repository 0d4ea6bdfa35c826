import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from './app.css?url'
import favicon from './assets/favicon.svg?url'
import { outageCopy as copy } from './copy/errors.ts'
import { BareShell } from './ui/bare-shell.tsx'
import { LinkButton } from './ui/button.tsx'
import { Horizon } from './ui/horizon.tsx'

/**
 * Renders the response during a database outage: one plain page, made only from the request, with a status that tells proxies,
 * search engines and our own scripts to retry later.
 */
export function outagePage(request: Request): Response {
  const { pathname, search } = new URL(request.url)
  const hasPosted = request.method === 'POST'
  const page = renderToStaticMarkup(
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${copy.title} · Recomeço`}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href={favicon} type="image/svg+xml" />
      </head>
      <body>
        <BareShell>
          <div className="lost" role="alert">
            <div className="wrap">
              <h1>{copy.title}</h1>
              <p className="lead mt-4">{copy.lead}</p>
              {hasPosted && <p className="mt-4">{copy.posted}</p>}
              <div className="actions">
                <LinkButton href={pathname + search}>{copy.retry}</LinkButton>
              </div>
            </div>
            <Horizon />
          </div>
        </BareShell>
      </body>
    </html>,
  )
  return new Response(`<!DOCTYPE html>${page}`, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '30',
    },
  })
}

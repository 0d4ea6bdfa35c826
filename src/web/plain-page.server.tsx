import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from './app.css?url'
import favicon from './assets/favicon.svg?url'
import { BareShell } from './ui/bare-shell.tsx'
import { Horizon } from './ui/horizon.tsx'

/**
 * Renders a page of a few words and one way on, where the app renders none: without data, an account or a script.
 *
 * @param lines of text, the first of which is the lead
 */
export function plainPage(title: string, lines: readonly string[], action: ReactNode): string {
  const [lead, ...notes] = lines
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

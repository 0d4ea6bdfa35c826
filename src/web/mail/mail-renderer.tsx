import { renderToStaticMarkup } from 'react-dom/server'
import {
  contentOfText,
  type MailRenderer,
  mapContent,
  type Sender,
  signatureOf,
} from '../../modules/notifications/public.ts'
import { nonBreaking } from '../ui/non-breaking.ts'
import {
  Action,
  Body,
  Brand,
  Code,
  Facts,
  Fallback,
  Foot,
  Frame,
  Note,
  Paragraph,
  Preheader,
  Quote,
  Title,
} from './parts.tsx'
import { colour, darkRules, face } from './theme.ts'

/** Returns the renderer of our own e-mails: what happened, some lines, one button, and the sender (docs/decisions/0054). */
export function createMailRenderer({
  sender,
  publicUrl,
}: {
  sender: () => Sender
  publicUrl: string
}): MailRenderer {
  return ({ subject, text, links, content, preferencesUrl }, { alwaysDark = false } = {}) => {
    const signature = signatureOf(sender(), publicUrl)
    const written = content ?? contentOfText({ subject, text, links })
    const { title, preheader, lines, quote, code, facts, action, note } = mapContent(written, nonBreaking)
    const rules = alwaysDark ? darkRules() : `@media (prefers-color-scheme:dark){${darkRules()}}`
    const markup = renderToStaticMarkup(
      <html lang="pt-BR">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          {/* A phone must not turn an order's number into a call. */}
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
          <title>{subject}</title>
          <style>{`:root{color-scheme:light dark}${rules}`}</style>
        </head>
        <body
          className="page"
          style={{ ...colour('page'), margin: 0, padding: 0, fontFamily: face, WebkitTextSizeAdjust: '100%' }}
        >
          <Preheader text={preheader || neutral} />
          <Frame>
            <Brand />
            <Body>
              <Title text={title} />
              {code !== undefined && <Code text={code} />}
              {lines.map((line) => (
                <Paragraph key={line} text={line} links={links} />
              ))}
              {quote && <Quote {...quote} />}
              {facts && facts.length > 0 && <Facts facts={facts} />}
              {action && <Action {...action} />}
              {note !== undefined && <Note text={note} links={links} />}
              {action && <Fallback url={action.url} />}
            </Body>
            <Foot signature={signature} preferencesUrl={preferencesUrl} />
          </Frame>
        </body>
      </html>,
    )
    return `<!doctype html>${markup}`
  }
}

/** Preheader of a message that has none. */
const neutral = 'Abra para ler.'

import { Link } from 'react-router'
import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import { paths } from '../../paths.ts'
import type { exampleView } from './message-example.server.ts'

type Example = NonNullable<ReturnType<typeof exampleView>>

/** Preview of a message with examples: the e-mail at the width of a phone and of a desktop, and the WhatsApp text. */
export function MessagePreview({ title, example }: { title: string; example: Example }) {
  const { subject, href, cases, whatsapp } = example
  return (
    <section aria-labelledby="ver">
      <h2 id="ver">{title}</h2>
      <p className="desk-hint">{copy.previewLead}</p>
      {cases.length > 0 && (
        <nav aria-label={copy.cases}>
          <ul className="desk-links">
            {cases.map(({ href: to, label, isCurrent }) => (
              <li key={to}>
                <Link to={to} preventScrollReset aria-current={isCurrent ? 'true' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p>
        {copy.subject}: <b>{subject}</b>
      </p>
      <MailFrame href={href} width={360} isOpen />
      <MailFrame href={href} width={1280} />
      <p>
        <a href={href} target="_blank" rel="noopener">
          {copy.alone}
        </a>
      </p>
      <h3>{copy.whatsapp}</h3>
      {whatsapp ? (
        <>
          {!whatsapp.isWhole && <p className="desk-hint">{copy.whatsappLead}</p>}
          <div className="desk-message">
            <p>{whatsapp.text}</p>
          </div>
          <p className="desk-hint">
            {copy.template(whatsapp.template.name)} “{whatsapp.template.body}”{' '}
            <Link to={paths.deskTemplates()}>{copy.templates}</Link>
          </p>
        </>
      ) : (
        <p className="desk-hint">{copy.noWhatsapp}</p>
      )}
    </section>
  )
}

/** Preview of the e-mail at the width of a device. Scripts do not run in it. */
function MailFrame({ href, width, isOpen }: { href: string; width: 360 | 1280; isOpen?: boolean }) {
  return (
    <details className="desk-framed" open={isOpen}>
      <summary>{copy.frames[width]}</summary>
      {/* Scrolls separately when the screen is narrower than the frame. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div tabIndex={0}>
        <iframe
          src={href}
          title={copy.frames[width]}
          width={width}
          height={640}
          sandbox="allow-same-origin"
          loading="lazy"
        />
      </div>
    </details>
  )
}

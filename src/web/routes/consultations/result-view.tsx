import type { ReactNode } from 'react'
import { documentsCopy } from '../../copy/documents.ts'
import { resultCopy as copy } from '../../copy/lookup-result.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Field } from '../../ui/field.tsx'
import { WhatsAppLink } from '../../ui/whatsapp-link.tsx'
import type { Route } from './+types/result.ts'

type Page = Route.ComponentProps['loaderData']

interface ResultViewProps {
  page: Page
  /** Error of the code that was typed. */
  error: string | undefined
  /** Whether a form was posted and the page did not proceed: the code's field stays. */
  isAnswered: boolean
}

/** The result of a look-up, or the next step before it is shown. One task on each page. */
export function ResultView({ page, error, isAnswered }: ResultViewProps) {
  const { title, cpf } = copy.eyebrow(page.title, page.cpf)
  return (
    <div className="wrap payment">
      <p className="eyebrow num">
        {title}
        <span className="whitespace-nowrap">{cpf}</span>
      </p>
      <Stage page={page} error={error} isAnswered={isAnswered} />
    </div>
  )
}

function Stage({ page, error, isAnswered }: ResultViewProps) {
  switch (page.stage) {
    case 'shown':
      return <Shown page={page} />
    case 'prove':
      return isAnswered && error ? <TypeCode page={page} error={error} /> : <ChooseContact page={page} />
    case 'code':
      return <TypeCode page={page} error={error} />
    case 'account':
      return <EnterAccount page={page} />
    case 'expired':
      return (
        <Ended title={copy.expired.title} lead={copy.expired.lead(page.expiresAt)} page={page}>
          <form method="post" action={paths.lookupResult(page.key)}>
            <Button name="intent" value="link" busyLabel={copy.expired.busy}>
              {copy.expired.ask}
            </Button>
          </form>
        </Ended>
      )
    case 'revoked':
      return <Ended title={copy.revoked.title} lead={copy.revoked.lead} page={page} />
    case 'erased':
      return <Ended title={copy.erased.title} lead={copy.erased.lead(page.erasedAt)} page={page} />
    default:
      return page satisfies never
  }
}

function Shown({ page: { key, result, expiresAt } }: { page: Extract<Page, { stage: 'shown' }> }) {
  const { text, file, correction, deliveredAt } = result
  return (
    <>
      <h1 className="mt-2">{copy.shown.title}</h1>
      <p className="lead mt-3 num">
        {correction ? copy.shown.corrected(deliveredAt) : copy.shown.delivered(deliveredAt)}
      </p>
      <div className="split mt-8">
        <section className="grid gap-6">
          {correction && <Callout title={copy.shown.change}>{correction}</Callout>}
          {text && (
            <div className="card">
              <h2 className="sr-only">{copy.shown.text}</h2>
              <p className="result-text">{text}</p>
            </div>
          )}
          {file && (
            <LinkButton href={paths.lookupResultFile(key)} newTab>
              {copy.shown.open(documentsCopy.types[file.mediaType], file.size)}
            </LinkButton>
          )}
        </section>
        <aside className="split-aside">
          <p className="note num">{copy.shown.until(expiresAt)}</p>
          <p className="note">{copy.shown.kept}</p>
          <p>
            <WhatsAppLink topic={{ text: copy.about }}>{copy.shown.questions}</WhatsAppLink>
          </p>
          <form method="post" action={paths.lookupResult(key)}>
            <button className="link-action" type="submit" name="intent" value="close">
              {copy.shown.close}
            </button>
          </form>
        </aside>
      </div>
    </>
  )
}

function ChooseContact({ page }: { page: Page }) {
  return (
    <>
      <h1 className="mt-2">{copy.prove.title}</h1>
      <p className="lead mt-3">{copy.prove.lead}</p>
      <div className="mt-8 max-w-read">
        <ContactButtons page={page} />
        <p className="note mt-4">{copy.prove.lasts}</p>
      </div>
    </>
  )
}

function TypeCode({ page, error }: { page: Page; error: string | undefined }) {
  return (
    <>
      <h1 className="mt-2">{copy.code.title}</h1>
      <p className="lead mt-3">{copy.code.lead}</p>
      <form
        className="form mt-8 max-w-read"
        method="post"
        action={paths.lookupResult(page.key, { codigo: '1' })}
      >
        <Field
          name="codigo"
          id="codigo"
          label={copy.code.field}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
          autoFocus
          error={error}
        />
        <div>
          <Button className="max-sm:w-full" busyLabel={copy.code.busy}>
            {copy.code.submit}
          </Button>
        </div>
      </form>
      <section className="mt-10 max-w-read border-t border-line pt-6">
        <h2 className="row-title mb-4">{copy.code.again}</h2>
        <ContactButtons page={page} quiet />
        <p className="note mt-4">{copy.prove.lasts}</p>
      </section>
    </>
  )
}

/** Buttons that send a code: by e-mail if the request has an address, otherwise by WhatsApp; the other channel beside it. */
function ContactButtons({ page: { key, email, phone }, quiet }: { page: Page; quiet?: boolean }) {
  return (
    <form className="grid gap-3" method="post" action={paths.lookupResult(key)}>
      {email && (
        <Button
          name="intent"
          value="email"
          block
          tone={quiet ? 'quiet' : 'primary'}
          busyLabel={copy.prove.busy}
        >
          <CodeTo how={copy.prove.email} contact={email} />
        </Button>
      )}
      <Button
        name="intent"
        value="whatsapp"
        block
        tone={email ? 'ghost' : quiet ? 'quiet' : 'primary'}
        busyLabel={copy.prove.busy}
      >
        <CodeTo how={copy.prove.whatsapp} contact={phone} />
      </Button>
    </form>
  )
}

function CodeTo({ how, contact }: { how: string; contact: string }) {
  return (
    <span className="code-to">
      {how} <small className="num">{contact}</small>
    </span>
  )
}

function EnterAccount({ page: { key, isSignedIn } }: { page: Page }) {
  return (
    <>
      <h1 className="mt-2">{copy.account.title}</h1>
      <p className="lead mt-3">{isSignedIn ? copy.account.other : copy.account.lead}</p>
      <div className="actions">
        {isSignedIn ? (
          <form method="post" action={paths.signOut()}>
            <Button busyLabel={copy.account.busy}>{copy.account.leave}</Button>
          </form>
        ) : (
          <form method="post" action={paths.lookupResult(key)}>
            <Button name="intent" value="enter">
              {copy.account.enter}
            </Button>
          </form>
        )}
      </div>
    </>
  )
}

function Ended({
  title,
  lead,
  page,
  children,
}: {
  title: string
  lead: string
  page: Page
  children?: ReactNode
}) {
  return (
    <>
      <h1 className="mt-2">{title}</h1>
      <p className="lead mt-3 num">{lead}</p>
      <div className="actions">
        {children}
        <LinkButton tone="quiet" href={paths.lookup(page.statusKey)}>
          {copy.progress}
        </LinkButton>
      </div>
      <p className="mt-4">
        <WhatsAppLink topic={{ text: copy.about }}>{copy.help}</WhatsAppLink>
      </p>
    </>
  )
}

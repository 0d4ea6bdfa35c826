import { formatInstant } from '../../../core/calendar.ts'
import type { OwnSession } from '../../../modules/identity/public.ts'
import { sessionsCopy as copy, deviceText } from '../../copy/account.ts'
import { SentForm, usePage } from '../../hydration/page.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/**
 * Sessions in which the account is signed in, each with a button to end it. A session leaves the list at once, and reappears if
 * it could not be ended.
 */
export function SessionsSection({ sessions: known }: { sessions: readonly OwnSession[] }) {
  const { sending } = usePage()
  const others = sending.some(({ form }) => form.get('intent') === 'end-other-sessions')
  const ended = sending.map(({ form }) => form.get('sessionId'))
  const sessions = known.filter(({ id, current }) => current || !(others || ended.includes(id)))
  return (
    <section className="grid max-w-read gap-5" aria-labelledby="aparelhos">
      <div className="grid gap-2">
        <h2 className="text-h3" id="aparelhos" tabIndex={-1}>
          {copy.title}
        </h2>
        <p className="note">{copy.lead}</p>
      </div>
      <ul className="rows" aria-labelledby="aparelhos">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <SentForm action={paths.account({ aba: 'trocar-senha' })} onSubmit={focusHeading}>
          <input type="hidden" name="intent" value="end-other-sessions" />
          <Button tone="quiet" className="max-sm:w-full" busyLabel={copy.ending}>
            {copy.endOthers}
          </Button>
        </SentForm>
      )}
    </section>
  )
}

/** Moves the focus to the heading, because the focused button leaves the list with its row. */
function focusHeading(): void {
  document.getElementById('aparelhos')?.focus()
}

function SessionRow({ session: { id, device, signedInAt, lastUsedAt, current } }: { session: OwnSession }) {
  const name = deviceText(device)
  return (
    <li className="row max-sm:grid-cols-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <b className="text-ink">{name}</b> {current && <Badge tone="success">{copy.current}</Badge>}
      </p>
      <p>
        <time className="block" dateTime={lastUsedAt.toISOString()}>
          {copy.lastUsed(formatInstant(lastUsedAt))}
        </time>
        <time className="block" dateTime={signedInAt.toISOString()}>
          {copy.signedIn(formatInstant(signedInAt))}
        </time>
      </p>
      {!current && (
        <SentForm
          onSubmit={focusHeading}
          className="sm:row-span-2 sm:row-start-1 sm:col-start-2 sm:self-center"
          action={paths.account({ aba: 'trocar-senha' })}
        >
          <input type="hidden" name="intent" value="end-session" />
          <input type="hidden" name="sessionId" value={id} />
          <Button
            tone="ghost"
            small
            className="max-sm:-ml-3"
            busyLabel={copy.ending}
            aria-label={copy.endNamed(name)}
          >
            {copy.end}
          </Button>
        </SentForm>
      )}
    </li>
  )
}

import { formatInstant } from '../../../core/calendar.ts'
import type { OwnSession } from '../../../modules/identity/public.ts'
import { sessionsCopy as copy, deviceText } from '../../copy/account.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

/** Where the account is signed in, each with a button to sign out there. */
export function SessionsSection({ sessions }: { sessions: readonly OwnSession[] }) {
  return (
    <section className="grid max-w-read gap-5" aria-labelledby="aparelhos">
      <div className="grid gap-2">
        <h2 className="text-h3" id="aparelhos">
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
        <form method="post" action={paths.account({ aba: 'trocar-senha' })}>
          <input type="hidden" name="intent" value="end-other-sessions" />
          <Button tone="quiet" className="max-sm:w-full" busyLabel={copy.ending}>
            {copy.endOthers}
          </Button>
        </form>
      )}
    </section>
  )
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
        <form
          className="sm:row-span-2 sm:row-start-1 sm:col-start-2 sm:self-center"
          method="post"
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
        </form>
      )}
    </li>
  )
}

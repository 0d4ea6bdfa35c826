import { appContext } from '../../context.ts'
import { devMessages as copy } from '../../copy/dev-messages.ts'
import { paths } from '../../paths.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/messages.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: copy.title,
    description: copy.lead,
    path: paths.devMessages(),
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const { notifications } = context.get(appContext)
  return { messages: await notifications.recent({ limit: 100 }) }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

const tones: Record<keyof typeof copy.status, BadgeTone> = {
  queued: 'now',
  sent: 'success',
  failed: 'destructive',
  kept: 'neutral',
  dropped: 'neutral',
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** Messages that would have been sent, so that a demonstration needs no mail server. */
export default function Messages({ loaderData: { messages } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="wrap pb-16">
        {messages.length === 0 && <EmptyState title={copy.empty} text={copy.emptyText} />}
        <ol className="grid max-w-read gap-5">
          {messages.map(({ id, to, channel, subject, text, links, status, createdAt }) => (
            <li key={id} className="rounded-m border border-line bg-surface p-5">
              <p className="note flex flex-wrap items-center gap-2">
                <Badge tone={tones[status]}>{copy.status[status]}</Badge>
                <span>{copy.channel[channel]}</span>
                <time dateTime={createdAt.toISOString()}>{moment.format(createdAt)}</time>
              </p>
              <h2 className="mt-3 text-h3 wrap-anywhere">{subject}</h2>
              <p className="note wrap-anywhere">{to}</p>
              <p className="mt-4 whitespace-pre-wrap wrap-anywhere">{text || copy.ended}</p>
              {channel === 'email' && text && (
                <p className="mt-4">
                  <a href={paths.devMessage(id)}>{copy.look}</a>
                </p>
              )}
              {links.length > 0 && (
                <ul aria-label={copy.links} className="mt-4 grid gap-2 border-t border-line pt-4">
                  {links.map((link) => (
                    <li key={link} className="wrap-anywhere">
                      <a href={link}>{link}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

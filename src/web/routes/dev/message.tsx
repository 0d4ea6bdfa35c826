import { data } from 'react-router'
import { appContext } from '../../context.ts'
import { devMessages as copy } from '../../copy/dev-messages.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/message.ts'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: copy.mail.title,
    description: copy.mail.lead,
    path: paths.devMessage(params.id),
  })
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { notifications } = context.get(appContext)
  const html = await notifications.renderMessage({ messageId: params.id })
  if (!html) throw data(null, { status: 404 })
  return { id: params.id }
}

export function headers() {
  return { 'Cache-Control': 'no-store' }
}

const views = [
  { name: copy.mail.views.phone, width: 360, search: {} },
  { name: copy.mail.views.phoneDark, width: 360, search: { tema: 'escuro' } },
  { name: copy.mail.views.desk, width: 1280, search: {} },
  { name: copy.mail.views.deskDark, width: 1280, search: { tema: 'escuro' } },
] as const

/** One e-mail at the width of a phone and of a desktop screen, in the light and the dark colour scheme. */
export default function Message({ loaderData: { id } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={copy.mail.title} lead={copy.mail.lead} />
      <div className="wrap grid gap-8 pb-16">
        <p>
          <a href={paths.devMessages()}>{copy.mail.back}</a>
        </p>
        <ul className="flex flex-wrap gap-8">
          {views.map(({ name, width, search }) => (
            <li key={name} className="max-w-full">
              <h2 className="text-h3">{name}</h2>
              <p className="note">
                <a href={paths.devMessageMail(id, search)}>{copy.mail.alone}</a>
              </p>
              <div className="mt-3 overflow-x-auto rounded-m border border-line">
                <iframe
                  title={name}
                  src={paths.devMessageMail(id, search)}
                  width={width}
                  height={960}
                  loading="lazy"
                  className="block max-w-none"
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

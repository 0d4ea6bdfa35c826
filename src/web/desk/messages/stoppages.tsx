import { Link } from 'react-router'
import { stoppagesCopy as copy } from '../../copy/desk-stoppages.ts'
import { paths } from '../../paths.ts'
import { Callout } from '../../ui/callout.tsx'
import { useFrame } from '../frame.tsx'
import type { ShownStoppage } from './stoppages.server.ts'

/** Says why messages do not leave, at the head of the screens where the team looks first; nothing while they leave. */
export function Stoppages({ stoppages }: { stoppages: readonly ShownStoppage[] }) {
  if (stoppages.length === 0) return null
  return (
    <section className="desk-stopped" aria-label={copy.label}>
      {stoppages.map(({ key, title, text }) => (
        <Callout key={key} tone="destructive" title={title}>
          {text}
        </Callout>
      ))}
      <ToMessages />
    </section>
  )
}

function ToMessages() {
  const { rights } = useFrame()
  if (!rights.includes('message.read')) return null
  return (
    <p className="desk-acts">
      <Link to={paths.deskMessages({ ver: 'na-fila' })}>{copy.seeWaiting}</Link>
      <Link to={paths.deskMessages({ ver: 'falhas' })}>{copy.seeFailed}</Link>
    </p>
  )
}

import { formatInstant } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { lookupsCopy as copy } from '../../copy/desk-lookups.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/lookup.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { useFrame } from '../frame.tsx'
import { shortMoment } from '../moment.ts'
import { NextLink } from '../next-link.tsx'
import { timeLeft } from '../queue/time-left.ts'
import { useNow } from '../queue/use-now.ts'
import { useAnnounceResult } from '../use-announce-result.ts'
import { BuyerLink } from './buyer-link.tsx'
import { DeliverForm, deliveringKey } from './deliver-form.tsx'
import { LateRefund } from './late-refund.tsx'
import { LookupPill, stateOf } from './lookup-pill.tsx'
import { Subject } from './subject.tsx'
import { Versions } from './versions.tsx'

export type LookupData = ScreenData<typeof loader>

interface LookupScreenProps {
  data: LookupData
  answer: DeskAnswer | undefined
}

/** Screen of a look-up: its remaining time, the person it concerns, and the form that completes it. */
export function LookupScreen({ data, answer }: LookupScreenProps) {
  const now = useNow(data.now)
  const { rights } = useFrame()
  useAnnounceResult(deliveringKey(data))
  const state = stateOf(data, now)
  const isOpen = state === 'toDeliver' || state === 'late'
  const mayDeliver = rights.includes('lookup.deliver')
  return (
    <div className="desk-cols">
      <div className="desk-main">
        <p className="desk-hint">
          {copy.asked(formatInstant(data.createdAt))}
          {data.isGuest && ` · ${copy.guest}`}
        </p>
        <div className="desk-tools">
          <h1>
            {data.title}, {data.name}
          </h1>
          {data.nextId && <NextLink to={paths.deskLookup(data.nextId)} name={copy.next} />}
        </div>
        <p>
          <LookupPill row={data} now={now} />
        </p>
        <div className="desk-tiles">
          {isOpen ? (
            <Tile label={state === 'late' ? copy.tiles.late : copy.tiles.left} isBad={state === 'late'}>
              {timeLeft(data.promisedAt, now).replace('−', '')}
            </Tile>
          ) : (
            <Tile label={copy.delivered}>{data.deliveredAt ? shortMoment(data.deliveredAt) : '–'}</Tile>
          )}
          <Tile label={copy.tiles.promised}>{shortMoment(data.promisedAt)}</Tile>
          <Tile label={copy.tiles.paid}>{data.paidAt ? shortMoment(data.paidAt) : '–'}</Tile>
          <Tile label={copy.tiles.amount}>{formatBRL(data.price)}</Tile>
        </div>
        {state === 'late' && <LateRefund data={data} />}
        {state === 'refunding' && <p className="desk-hint">{copy.refunding}</p>}
        {isOpen && mayDeliver && <DeliverForm data={data} />}
        {data.version > 0 && <Versions data={data} answer={answer} />}
      </div>
      <aside className="desk-pane">
        <Subject data={data} answer={answer} />
        {data.version > 0 && <BuyerLink data={data} />}
      </aside>
    </div>
  )
}

function Tile({ label, isBad, children }: { label: string; isBad?: boolean; children: string }) {
  return (
    <div>
      <small>{label}</small>
      <b className={cx(isBad && 'desk-bad')}>{children}</b>
    </div>
  )
}

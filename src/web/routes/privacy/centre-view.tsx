import type { ReactNode } from 'react'
import { MAX_WORDS } from '../../../modules/privacy/public.ts'
import { privacyCopy as copy } from '../../copy/privacy-centre.ts'
import { paths } from '../../paths.ts'
import { AccountField } from '../../ui/account-field.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TextareaField } from '../../ui/textarea-field.tsx'
import type { CentreAnswer, CentreData } from './centre.server.ts'

/** URLs of the parts of a privacy centre. */
export interface CentrePlaces {
  here: string
  copy: string
  erase: string
  file: string
  /** For an account: the page on which its owner corrects the typed data. */
  account?: string
}

interface CentreProps {
  page: CentreData
  answer: CentreAnswer | undefined
  places: CentrePlaces
  /** Content above everything else. */
  children?: ReactNode
}

/** The stored data of a person, and the person's options, on one page: of an account or of a proven address. */
export function CentreView({ page, answer, places, children }: CentreProps) {
  if (page.isCopy) return <Copy page={page} places={places} />
  if (page.plan || answer?.intent === 'erasure') {
    return <Erasure plan={page.plan} error={answer?.error} places={places} />
  }
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.title} lead={copy.lead} />
      <div className="wrap privacy pb-20">
        {children}
        <Requests requests={page.requests} places={places} />
        <Kept kinds={page.kinds} places={places} />
        <Looks looks={page.looks} />
        {page.consents.length > 0 && <Consents consents={page.consents} places={places} />}
        <NewRequest answer={answer} places={places} />
        <section className="privacy-part" aria-labelledby="apagar">
          <h2 id="apagar">{copy.erase.title}</h2>
          <p>{copy.erase.text}</p>
          <p>
            <LinkButton href={places.erase} tone="quiet">
              {copy.erase.open}
            </LinkButton>
          </p>
        </section>
        {places.account && (
          <p>
            <a className="link-action" href={places.account}>
              {copy.back}
            </a>
          </p>
        )}
      </div>
    </>
  )
}

function Kept({ kinds, places }: { kinds: CentreData['kinds']; places: CentrePlaces }) {
  return (
    <section className="privacy-part" aria-labelledby="guardado">
      <h2 id="guardado">{copy.kept.title}</h2>
      {kinds.length === 0 ? (
        <Callout title={copy.kept.none}>{copy.kept.noneText}</Callout>
      ) : (
        <>
          <ul className="privacy-kinds">
            {kinds.map(({ kind, name, why, until, law, count }) => (
              <li key={kind}>
                <h3>
                  {name} <span className="privacy-count num">{copy.kept.count(count)}</span>
                </h3>
                <p>{why}</p>
                <p className="note">
                  {until} {law}.
                </p>
              </li>
            ))}
          </ul>
          <div className="card privacy-take">
            <h3>{copy.take.title}</h3>
            <p>{copy.take.text}</p>
            <div className="actions">
              <LinkButton href={places.copy}>{copy.take.page}</LinkButton>
              <LinkButton href={places.file} tone="quiet" download>
                {copy.take.file}
              </LinkButton>
            </div>
          </div>
        </>
      )}
      <p className="note">
        <a href={`${paths.privacy()}#prazos`}>{copy.kept.policy}</a>
      </p>
    </section>
  )
}

function Looks({ looks }: { looks: CentreData['looks'] }) {
  return (
    <section className="privacy-part" aria-labelledby="olhou">
      <h2 id="olhou">{copy.looks.title}</h2>
      <p>{copy.looks.lead}</p>
      {looks.length === 0 ? (
        <p>
          <b>{copy.looks.none}</b>
        </p>
      ) : (
        <ul className="privacy-lines">
          {looks.map(({ at, what, who }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on the page.
            <li key={index}>
              <span>
                <b>{who}</b> {what}
              </span>
              <span className="note num">{at}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Consents({ consents, places }: { consents: CentreData['consents']; places: CentrePlaces }) {
  return (
    <section className="privacy-part" aria-labelledby="sim">
      <h2 id="sim">{copy.consents.title}</h2>
      <p>{copy.consents.lead}</p>
      <p>
        <a href={paths.messagePreferences()}>{copy.consents.messages}</a>
      </p>
      <ul className="privacy-kinds">
        {consents.map(({ purpose, isGiven, history }) => {
          const { name, text } = copy.consents.purposes[purpose]
          return (
            <li key={purpose}>
              <h3>{name}</h3>
              <p>{text}</p>
              <form className="privacy-consent" method="post" action={places.here}>
                <AccountField />
                <input type="hidden" name="finalidade" value={purpose} />
                <input type="hidden" name="sim" value={isGiven ? '0' : '1'} />
                <b>{isGiven ? copy.consents.given : copy.consents.notGiven}</b>
                <Button
                  name="intent"
                  value="consent"
                  tone="quiet"
                  small
                  aria-label={`${isGiven ? copy.consents.takeBack : copy.consents.give}: ${name}`}
                >
                  {isGiven ? copy.consents.takeBack : copy.consents.give}
                </Button>
              </form>
              {history.length > 0 && (
                <details>
                  <summary>{copy.consents.history}</summary>
                  <ul className="note">
                    {history.map((change, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on the page.
                      <li key={index}>{copy.consents.change(change.isGiven, change.at)}</li>
                    ))}
                  </ul>
                </details>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function NewRequest({ answer, places }: { answer: CentreAnswer | undefined; places: CentrePlaces }) {
  const refused = (intent: string) => (answer?.intent === intent ? answer : undefined)
  return (
    <section className="privacy-part" aria-labelledby="pedir">
      <h2 id="pedir">{copy.correct.title}</h2>
      {places.account && (
        <p>
          {copy.correct.text} <a href={places.account}>{copy.correct.own}</a>
        </p>
      )}
      <RequestForm
        intent="correction"
        label={copy.correct.label}
        send={copy.correct.send}
        refused={refused('correction')}
        places={places}
      />
      <h3>{copy.ask.title}</h3>
      <p>{copy.ask.text}</p>
      <RequestForm
        intent="question"
        label={copy.ask.label}
        send={copy.ask.send}
        refused={refused('question')}
        places={places}
      />
    </section>
  )
}

function RequestForm({
  intent,
  label,
  send,
  refused,
  places,
}: {
  intent: string
  label: string
  send: string
  refused: CentreAnswer | undefined
  places: CentrePlaces
}) {
  return (
    <form className="form" method="post" action={places.here} noValidate>
      <AccountField />
      <TextareaField
        id={`texto-${intent}`}
        name="texto"
        label={label}
        error={refused?.error}
        defaultValue={refused?.words}
        rows={3}
        maxLength={MAX_WORDS}
      />
      <p>
        <Button name="intent" value={intent} tone="quiet" busyLabel={copy.erase.busy}>
          {send}
        </Button>
      </p>
    </form>
  )
}

function Requests({ requests, places }: { requests: CentreData['requests']; places: CentrePlaces }) {
  if (requests.length === 0) return null
  return (
    <section className="privacy-part" aria-labelledby="pedidos">
      <h2 id="pedidos">{copy.requests.title}</h2>
      <ul className="privacy-kinds">
        {requests.map(({ id, kind, status, words, answer, createdAt, dueOn, decidedAt }) => (
          <li key={id}>
            <h3>
              {copy.requests.kinds[kind]}{' '}
              <Badge tone={status === 'open' ? 'now' : 'neutral'}>{copy.requests.statuses[status]}</Badge>
            </h3>
            <DataList
              items={[
                { term: copy.requests.requestedAt, value: createdAt },
                status === 'open'
                  ? { term: copy.requests.due, value: <b>{dueOn}</b> }
                  : {
                      term: status === 'cancelled' ? copy.requests.cancelledAt : copy.requests.decidedAt,
                      value: decidedAt,
                    },
                ...(words ? [{ term: copy.requests.words, value: words }] : []),
                ...(answer ? [{ term: copy.requests.answer, value: answer }] : []),
              ]}
            />
            {status === 'open' && (
              <form method="post" action={places.here}>
                <AccountField />
                <input type="hidden" name="pedido" value={id} />
                <Button name="intent" value="cancel" tone="ghost" small>
                  {copy.requests.cancel}
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Page with the data unfolded, the newest of each kind: to read, to print, to save as PDF. */
function Copy({ page, places }: { page: CentreData; places: CentrePlaces }) {
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={copy.copy.title} lead={copy.copy.lead(page.madeAt)}>
        <a className="link-action" href={places.here}>
          {copy.copy.back}
        </a>
      </PageHeader>
      <div className="wrap privacy pb-20">
        {page.kinds.map(({ kind, name, why, until, law, count, records }) => (
          <section key={kind} className="privacy-part" aria-labelledby={`copia-${kind}`}>
            <h2 id={`copia-${kind}`}>{name}</h2>
            <p className="note">
              {why} {until} {law}.
            </p>
            {records.length < count && (
              <p>
                {copy.copy.newest(records.length, count)}{' '}
                <a className="link-action" href={places.file} download>
                  {copy.copy.file}
                </a>
              </p>
            )}
            {records.map((items, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes on the page.
              <div key={index} className="privacy-record">
                <DataList items={items} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

/** Effects of an erasure, shown before it is requested. */
function Erasure({
  plan,
  error,
  places,
}: {
  plan: CentreData['plan']
  error: string | undefined
  places: CentrePlaces
}) {
  const { erase } = copy
  return (
    <>
      <PageHeader eyebrow={copy.eyebrow} title={erase.confirmTitle} lead={erase.confirmLead} />
      <div className="wrap privacy pb-20">
        {plan && plan.blocks.length > 0 && (
          <Callout tone="now" title={erase.blocked}>
            <ul>
              {plan.blocks.map((block) => (
                <li key={block}>{block}</li>
              ))}
            </ul>
            <p className="mt-2">{erase.blockedText}</p>
          </Callout>
        )}
        {plan && plan.deleted.length > 0 && (
          <section className="privacy-part" aria-labelledby="sera-apagado">
            <h2 id="sera-apagado">{erase.deleted}</h2>
            <ul className="privacy-lines">
              {plan.deleted.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        )}
        {plan && plan.kept.length > 0 && (
          <section className="privacy-part" aria-labelledby="fica">
            <h2 id="fica">{erase.kept}</h2>
            <p>{erase.keptText}</p>
            <ul className="privacy-lines">
              {plan.kept.map(({ name, text }) => (
                <li key={name}>
                  <b>{name}</b>
                  <span className="note">{text}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {places.account && (
          <p>
            {erase.whatsapp}{' '}
            <a className="link-action" href={paths.privacyLink()}>
              {erase.whatsappGo}
            </a>
          </p>
        )}
        <form className="form card" method="post" action={places.erase} noValidate>
          <AccountField />
          <Checkbox name="entendi" value="1" error={error}>
            {erase.sure}
          </Checkbox>
          <Button block name="intent" value="erasure" tone="destructive" busyLabel={erase.busy}>
            {erase.send}
          </Button>
          <LinkButton href={places.here} tone="ghost" block>
            {erase.back}
          </LinkButton>
        </form>
      </div>
    </>
  )
}

import { Link } from 'react-router'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import type { loader } from '../../routes/desk/catalogue-draft.tsx'
import type { ScreenData } from '../answers.ts'
import { LineControl, TickControl } from '../controls.tsx'
import { DeskForm } from '../desk-form.tsx'
import { Reason } from '../reason.tsx'
import { Differences } from './differences.tsx'
import { MessagePreview } from './message-preview.tsx'

type DraftData = ScreenData<typeof loader>

/** Preview of a change before it is published: the differences, the appearance of the shop, and when it takes effect. */
export function DraftScreen({ data }: { data: DraftData }) {
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={data.address}>{data.title}</Link>
      </p>
      <h1>{copy.draft.title}</h1>
      <p className="desk-hint">{data.about}</p>
      <section aria-labelledby="diferencas">
        <h2 id="diferencas">{copy.draft.differences}</h2>
        {data.differences.length === 0 ? (
          <p>{copy.draft.none}</p>
        ) : (
          <Differences differences={data.differences} before={copy.draft.before} after={copy.draft.after} />
        )}
      </section>
      {data.example ? (
        <MessagePreview title={copy.draft.message} example={data.example} />
      ) : (
        <section aria-labelledby="ver">
          <h2 id="ver">{copy.draft.see}</h2>
          <p className="desk-hint">{copy.draft.seeLead}</p>
          <ul className="desk-links">
            {data.pages.map(({ href, label }) => (
              <li key={href}>
                <a href={href} target="_blank" rel="noopener">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          {data.pages.slice(0, 1).map((page) => (
            <div key={page.href}>
              <Framed page={page} width={360} />
              <Framed page={page} width={1280} />
            </div>
          ))}
        </section>
      )}
      {data.isBehindPublished ? (
        <p className="desk-problem" role="alert">
          {copy.draft.overtaken}
        </p>
      ) : (
        <DeskForm intent="publish" className="desk-do desk-form">
          <h2>{copy.draft.publish}</h2>
          <p className="desk-hint">{copy.draft.publishLead}</p>
          {data.planned.length > 0 && <PlannedVersions planned={data.planned} address={data.address} />}
          <fieldset>
            <legend>{copy.draft.when}</legend>
            <label className="desk-tick">
              <TickControl type="radio" name="quando" value="agora" defaultChecked />
              {copy.draft.now}
            </label>
            <label className="desk-tick">
              <TickControl type="radio" name="quando" value="depois" />
              {copy.draft.later}
            </label>
          </fieldset>
          <label>
            {copy.draft.moment}
            <LineControl
              className="control desk-moment"
              type="datetime-local"
              name="momento"
              min={data.earliest}
            />
          </label>
          <Reason label={copy.draft.reason} />
          <button type="submit" className="btn btn-primary btn-small">
            {copy.draft.go}
          </button>
        </DeskForm>
      )}
      <DeskForm intent="discard">
        <button type="submit" className="btn btn-ghost btn-small">
          {copy.draft.discard}
        </button>
      </DeskForm>
    </div>
  )
}

/** Warning that other versions are still to begin, which the publisher has to know. */
function PlannedVersions({ planned, address }: { planned: readonly string[]; address: string }) {
  return (
    <>
      {planned.map((text) => (
        <p key={text} className="desk-problem">
          {text}
        </p>
      ))}
      <p className="desk-hint">
        {copy.draft.plannedWay} <Link to={address}>{copy.draft.toVersions}</Link>
      </p>
      <label className="desk-tick">
        <TickControl type="checkbox" name="mesmo-assim" />
        {copy.draft.despitePlanned}
      </label>
    </>
  )
}

/** Preview of a page of the shop with the draft, at the width of a device. Scripts do not run in it. */
function Framed({ page: { href, label }, width }: { page: DraftData['pages'][number]; width: 360 | 1280 }) {
  const name = copy.draft.framed[width]
  return (
    <details className="desk-framed" name="largura">
      <summary>{name}</summary>
      {/* Scrolls separately when the screen is narrower than the frame. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <div tabIndex={0}>
        <iframe
          src={href}
          title={`${label}, ${name}`}
          width={width}
          height={width === 360 ? 640 : 800}
          sandbox="allow-same-origin"
          loading="lazy"
        />
      </div>
    </details>
  )
}

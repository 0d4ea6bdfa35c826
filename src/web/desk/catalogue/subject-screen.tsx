import { Link } from 'react-router'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { messageWordsCopy as messageCopy } from '../../copy/desk-message-words.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/catalogue-subject.tsx'
import { cx } from '../../ui/cx.ts'
import type { DeskAnswer, ScreenData } from '../answers.ts'
import { DeskForm } from '../desk-form.tsx'
import { AboutMessage } from './about-message.tsx'
import { ContentFields } from './content-fields.tsx'
import { Differences } from './differences.tsx'
import { MessagePreview } from './message-preview.tsx'

type SubjectData = ScreenData<typeof loader>

/** Screen of one subject of the catalogue: its words as a form, and all their versions. */
export function SubjectScreen({ data, answer }: { data: SubjectData; answer: DeskAnswer | undefined }) {
  const refused = answer && !answer.ok ? answer : undefined
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskCatalogue()}>{copy.back}</Link>
        {data.about && (
          <>
            {' · '}
            <Link to={paths.deskCatalogueMessages()}>{messageCopy.title}</Link>
          </>
        )}
      </p>
      <h1>{data.title}</h1>
      {data.releaseDifferences.length > 0 && (
        <section className="desk-do">
          <p>{copy.editor.releaseChanged}</p>
          <Differences
            differences={data.releaseDifferences}
            before={copy.editor.releaseBefore}
            after={copy.editor.releaseAfter}
          />
          <DeskForm intent="repeat" fields={{ numero: 0 }}>
            <button type="submit" className="btn btn-quiet btn-small">
              {copy.editor.takeRelease}
            </button>
          </DeskForm>
        </section>
      )}
      <Drafts drafts={data.drafts} />
      {data.about && <AboutMessage about={data.about} />}
      <DeskForm intent="draft" fields={{ visto: data.seen }} className="desk-form desk-editor">
        <h2>{copy.editor.now}</h2>
        <p className="desk-hint">
          {copy.editor.lead} {data.way}
        </p>
        {data.planned.map((text) => (
          <p key={text} className="desk-problem">
            {text} <a href="#versoes">{copy.draft.toVersions}</a>
          </p>
        ))}
        <ContentFields groups={data.groups} values={refused?.typed ?? data.values} wrong={refused?.field} />
        <button type="submit" className="btn btn-primary btn-small">
          {copy.editor.go}
        </button>
      </DeskForm>
      {data.example && <MessagePreview title={messageCopy.previewNow} example={data.example} />}
      {data.canReset && (
        <DeskForm intent="reset" className="desk-do">
          <p className="desk-hint">{messageCopy.resetLead}</p>
          <button type="submit" className="btn btn-quiet btn-small">
            {messageCopy.reset}
          </button>
        </DeskForm>
      )}
      <History versions={data.versions} />
    </div>
  )
}

function Drafts({ drafts }: { drafts: SubjectData['drafts'] }) {
  if (drafts.length === 0) return null
  return (
    <section className="desk-do" aria-labelledby="rascunhos">
      <h2 id="rascunhos">{copy.history.drafts}</h2>
      <ul className="desk-shelf">
        {drafts.map(({ id, text }) => (
          <li key={id}>
            <Link to={paths.deskDraft(id)}>{text}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function History({ versions }: { versions: SubjectData['versions'] }) {
  return (
    <section aria-labelledby="versoes">
      <h2 id="versoes">{copy.history.title}</h2>
      {versions.length === 0 && <p className="desk-hint">{copy.history.empty}</p>}
      <ol className="desk-shelf">
        {versions.map(({ id, number, replaces, state, lines, reason, differences }) => (
          <li key={id}>
            <span className="desk-what">
              <b>
                {copy.history.number(number)}{' '}
                <span
                  className={cx('desk-pill', state === 'holds' && 'is-ok', state === 'later' && 'is-now')}
                >
                  {copy.history.state[state]}
                </span>
              </b>
              <span>“{reason}”</span>
              <span className="desk-hint">{lines.join(' · ')}</span>
              {differences.length > 0 && (
                <details className="desk-framed">
                  <summary>{copy.history.differences}</summary>
                  <Differences
                    differences={differences}
                    before={replaces === 0 ? copy.history.release : copy.history.number(replaces)}
                    after={copy.history.number(number)}
                  />
                </details>
              )}
            </span>
            {state === 'later' && (
              <DeskForm intent="withdraw" fields={{ versao: id }}>
                <button type="submit" className="btn btn-quiet btn-small">
                  {copy.history.withdraw}
                </button>
              </DeskForm>
            )}
            {(state === 'replaced' || state === 'withdrawn') && (
              <DeskForm intent="repeat" fields={{ numero: number }}>
                <button type="submit" className="btn btn-ghost btn-small">
                  {copy.history.repeat}
                </button>
              </DeskForm>
            )}
          </li>
        ))}
        {versions.length > 0 && (
          <li>
            <span className="desk-what">{copy.states.release}</span>
            <DeskForm intent="repeat" fields={{ numero: 0 }}>
              <button type="submit" className="btn btn-ghost btn-small">
                {copy.history.repeatRelease}
              </button>
            </DeskForm>
          </li>
        )}
      </ol>
    </section>
  )
}

import { Form, Link } from 'react-router'
import { catalogueCopy } from '../../copy/desk-catalogue.ts'
import { messageWordsCopy as copy } from '../../copy/desk-message-words.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/catalogue-messages.tsx'
import type { ScreenData } from '../answers.ts'
import { Marks } from './marks.tsx'

type MessagesData = ScreenData<typeof loader>
type Line = MessagesData['groups'][number]['lines'][number]

/** List of every message that a customer may receive, by topic: the event, when it is sent, and the channel. */
export function MessageWordsScreen({ data: { search, groups, count } }: { data: MessagesData }) {
  return (
    <div className="desk-main desk-narrow">
      <p>
        <Link to={paths.deskCatalogue()}>{catalogueCopy.back}</Link>
      </p>
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <Form method="get" action={paths.deskCatalogueMessages()} role="search" className="desk-inline">
        <label className="desk-grow">
          {copy.search}
          <input
            key={search}
            className="control"
            type="search"
            name="busca"
            defaultValue={search}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="busca-dica"
            data-key="/"
          />
        </label>
        <button type="submit" className="btn btn-quiet btn-small">
          {copy.searchGo}
        </button>
      </Form>
      <p className="desk-hint" id="busca-dica">
        {copy.searchHint}
      </p>
      {search !== '' && (
        <p role="status">
          {count > 0 ? copy.found(count) : copy.none}{' '}
          <Link to={paths.deskCatalogueMessages()}>{copy.all}</Link>
        </p>
      )}
      {groups.map(({ id, lines }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{copy.groups[id]}</h2>
          <ul className="desk-shelf">
            {lines.map((line) => (
              <MessageLine key={line.kind} line={line} />
            ))}
          </ul>
        </section>
      ))}
      <p className="desk-hint">{copy.teamNote}</p>
    </div>
  )
}

function MessageLine({ line: { what, when, subject, why, marks, address } }: { line: Line }) {
  return (
    <li>
      <span className="desk-what">
        <b>{what}</b>
        {subject && <span>“{subject}”</span>}
        <span className="desk-hint">{when}</span>
        {why && <span className="desk-hint">{why}</span>}
        <Marks marks={marks} />
      </span>
      <span className="desk-shelf-parts">
        {address ? (
          <Link to={address}>
            {copy.edit}
            <span className="desk-sr">: {what}</span>
          </Link>
        ) : (
          <span className="desk-hint">{copy.notEdited}</span>
        )}
      </span>
    </li>
  )
}

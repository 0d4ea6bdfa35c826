import { Link } from 'react-router'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { messageWordsCopy as messageCopy } from '../../copy/desk-message-words.ts'
import { paths } from '../../paths.ts'
import type { loader } from '../../routes/desk/catalogue.tsx'
import type { ScreenData } from '../answers.ts'
import { Marks } from './marks.tsx'

type CatalogueData = ScreenData<typeof loader>
type Entry = CatalogueData['groups'][number]['items'][number]['parts'][number]

/** List of everything that the shop sells and publishes, with marks on what is hidden, planned or unsupported. */
export function CatalogueScreen({ data }: { data: CatalogueData }) {
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      {data.groups.map(({ id, items }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{copy.groups[id]}</h2>
          {id in copy.groupLeads && (
            <p className="desk-hint">{copy.groupLeads[id as keyof typeof copy.groupLeads]}</p>
          )}
          {id === 'messages' && (
            <p className="desk-links">
              <Link to={paths.deskCatalogueMessages()}>{messageCopy.open}</Link>
            </p>
          )}
          {items.length > 0 && (
            <ul className="desk-shelf">
              {items.map(({ name, text, marks, parts }) => (
                <li key={parts[0]?.address}>
                  <span className="desk-what">
                    <b>{name}</b>
                    {text && <span>{text}</span>}
                    <Marks marks={marks} />
                  </span>
                  <span className="desk-shelf-parts">
                    {parts.map((part) => (
                      <Part key={part.address} part={part} about={name} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

function Part({ part, about }: { part: Entry; about: string }) {
  return (
    <Link to={part.address}>
      {part.name}
      <span className="desk-sr">: {about}</span>
      {part.state && <small>{part.state}</small>}
    </Link>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import type { Found } from '../../../modules/backoffice/public.ts'
import { customersCopy as copy } from '../../copy/desk-customers.ts'
import { paths } from '../../paths.ts'
import type { DeskAnswer } from '../answers.ts'
import { Avatar } from '../avatar.tsx'
import { foundIn, refusalIn, SEARCH_PAUSE } from './found.ts'
import { placeOfFound } from './place-of-found.ts'

/** Screen with one search box for customers and orders, which searches while the member types. */
export function CustomersScreen({ answer }: { data: object; answer: DeskAnswer | undefined }) {
  const fetcher = useFetcher<DeskAnswer>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = fetcher.data ?? answer
  const result = foundIn(latest)
  const refusal = refusalIn(latest)
  return (
    <div className="desk-main desk-narrow">
      <h1>{copy.title}</h1>
      <p className="desk-hint">{copy.lead}</p>
      <fetcher.Form method="post" action={paths.deskCustomers()} className="desk-inline" role="search">
        <input type="hidden" name="intent" value="search" />
        <label className="desk-grow">
          {copy.label}
          <input
            className="control"
            type="search"
            name="busca"
            autoComplete="off"
            spellCheck={false}
            defaultValue={result?.text}
            onChange={({ currentTarget: { form } }) => {
              clearTimeout(timer.current)
              timer.current = setTimeout(() => void fetcher.submit(form), SEARCH_PAUSE)
            }}
          />
        </label>
        <button type="submit" className="btn btn-quiet btn-small">
          {copy.search}
        </button>
      </fetcher.Form>
      <div aria-live="polite">
        {refusal && <p className="desk-empty">{refusal}</p>}
        {result?.found && <Results found={result.found} />}
      </div>
    </div>
  )
}

function Results({ found }: { found: readonly Found[] }) {
  if (found.length === 0) {
    return (
      <div className="desk-empty">
        <h2>{copy.none.title}</h2>
        <p>{copy.none.text}</p>
      </div>
    )
  }
  return (
    <>
      <p className="desk-hint">{copy.results(found.length)}</p>
      <ul className="desk-people">
        {found.map((each) => (
          <li key={each.id}>
            <FoundRow found={each} />
          </li>
        ))}
      </ul>
    </>
  )
}

function FoundRow({ found }: { found: Found }): ReactNode {
  if (found.kind === 'order') {
    return (
      <Link className="desk-found" to={placeOfFound(found)} data-row>
        <b>{copy.order(found.number)}</b>
        <span className="desk-sub">{found.title}</span>
      </Link>
    )
  }
  const { name, document, phone, email } = found
  return (
    <Link className="desk-found has-avatar" to={placeOfFound(found)} data-row>
      <Avatar name={name || '?'} label="" />
      <span>
        <b>{name || copy.noName}</b>
        <span className="desk-sub">{[document, phone, email].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  )
}

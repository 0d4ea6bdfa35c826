import { useContext } from 'react'
import { useLocation } from 'react-router'
import { type PageComponent, PageRoot } from '../hydration/page.tsx'
import { encodeView, type PageView } from '../hydration/page-view.ts'
import { AccountContext } from './account-field.tsx'
import { useCompany } from './use-company.ts'

interface IslandProps<Data, Answer> {
  /** Name of the page in src/web/hydration/hydrate.tsx. */
  name: string
  page: PageComponent<Data, Answer>
  /** Data of the route's loader. All of them reach the browser. */
  data: Data
  /** Data of the route's action. */
  answer?: Answer | undefined
}

/** The part of a page that React hydrates in the browser. Its HTML is complete without hydration. */
export function Island<Data, Answer>({ name, page, data, answer }: IslandProps<Data, Answer>) {
  const { pathname, search } = useLocation()
  const view: PageView<Data, Answer> = {
    data,
    answer,
    company: useCompany(),
    account: useContext(AccountContext),
  }
  return (
    <>
      <div data-island={name}>
        <PageRoot page={page} view={view} here={pathname + search} />
      </div>
      <script
        type="application/json"
        data-island-view
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data, not code, and escaped
        dangerouslySetInnerHTML={{ __html: encodeView(view) }}
      />
    </>
  )
}

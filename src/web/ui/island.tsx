import { useLocation } from 'react-router'
import { type PageComponent, PageRoot } from '../hydration/page.tsx'
import { encodeView, type PageView } from '../hydration/page-view.ts'
import { useCompany } from './use-company.ts'

interface IslandProps<Data, Answer> {
  /** As src/web/hydration/hydrate.tsx knows the page. */
  name: string
  page: PageComponent<Data, Answer>
  /** Of the route's loader. All of it reaches the browser. */
  data: Data
  /** Of the route's action. */
  answer?: Answer | undefined
}

/** The part of a page that React runs in the browser too. Its HTML is complete without. */
export function Island<Data, Answer>({ name, page, data, answer }: IslandProps<Data, Answer>) {
  const { pathname, search } = useLocation()
  const view: PageView<Data, Answer> = { data, answer, company: useCompany() }
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

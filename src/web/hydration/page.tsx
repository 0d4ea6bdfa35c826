import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type SubmitEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { offlineCopy } from '../copy/offline.ts'
import { showToast } from '../enhance/toasts.ts'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { CompanyContext } from '../ui/use-company.ts'
import { askPage } from './ask-page.ts'
import type { PageReply, PageView } from './page-view.ts'

/** A form on its way to the server. Until the answer is there, a page shows what it will have done. */
export interface Sending {
  readonly id: number
  readonly action: string
  readonly form: FormData
}

interface Page {
  /** The URL of the page as readers of search parameters take it (`searchOf`). */
  here: { url: string }
  /** Shows another state of the same page, without asking the server. */
  go: (href: string) => void
  /** What is being sent. */
  sending: readonly Sending[]
  /** Sends a form; afterwards the page shows what the server says. @returns whether the server accepted it */
  send: (action: string, form: FormData) => Promise<boolean>
  /** Reads the page's data again. Without an answer everything stays as it is. */
  refresh: () => Promise<void>
}

const PageContext = createContext<Page | undefined>(undefined)

/** What every page that React runs has of the browser. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('outside of a page that React runs')
  return page
}

/** Whether React runs the part of the page that this is in; elsewhere src/web/enhance improves it. */
export function useInPage(): boolean {
  return useContext(PageContext) !== undefined
}

export type PageComponent<Data, Answer> = ComponentType<{ data: Data; answer: Answer | undefined }>

/**
 * A page that React runs: on the server once, in the browser from then on.
 *
 * @param here path and search of the page
 */
export function PageRoot<Data, Answer>({
  page: Shown,
  view,
  here: initialHere,
}: {
  page: PageComponent<Data, Answer>
  view: PageView<Data, Answer>
  here: string
}) {
  const [shown, setShown] = useState(view)
  const [here, setHere] = useState(initialHere)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const nextId = useRef(0)

  useEffect(() => {
    const follow = () => setHere(location.pathname + location.search)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  const actions = useMemo(() => {
    const take = (reply: PageReply | undefined) => {
      if (!reply || 'redirect' in reply) return false
      setShown((before) => ({
        ...before,
        data: reply.data as Data,
        answer: reply.answer as Answer | undefined,
      }))
      for (const toast of reply.toasts) showToast(toast)
      return true
    }
    return {
      go(href: string) {
        history.pushState(null, '', href)
        setHere(location.pathname + location.search)
      },
      async refresh() {
        take(await askPage(location.pathname + location.search))
      },
      async send(action: string, form: FormData) {
        const id = nextId.current++
        setSending((before) => [...before, { id, action, form }])
        let reply = await askPage(action, form)
        if (reply && 'redirect' in reply) {
          const to = new URL(reply.redirect, location.href)
          // On its way out the page stays as it is.
          if (to.pathname !== location.pathname) {
            location.assign(to)
            return true
          }
          reply = await askPage(to.pathname + to.search)
        }
        const answered = take(reply)
        if (!answered) showToast({ tone: 'destructive', ...whatFailed() })
        setSending((before) => before.filter((other) => other.id !== id))
        return answered && !(reply && 'answer' in reply)
      },
    }
  }, [])

  const page = useMemo(
    () => ({ ...actions, sending, here: { url: `https://site.invalid${here}` } }),
    [actions, sending, here],
  )
  return (
    <PageContext value={page}>
      <CompanyContext value={shown.company}>
        <OfflineStrip />
        <Shown data={shown.data} answer={shown.answer} />
      </CompanyContext>
    </PageContext>
  )
}

function whatFailed(): { title: string; text: string } {
  return navigator.onLine
    ? { title: offlineCopy.noAnswer, text: offlineCopy.noAnswerText }
    : { title: offlineCopy.title, text: offlineCopy.notSent }
}

/** A link to another state of the same page: no page is loaded, and nothing typed is lost. */
export function PageLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const page = useContext(PageContext)
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!page || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        page.go(href)
        const { hash } = new URL(href, location.href)
        // Once the state is shown, its section exists.
        if (hash) requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView())
      }}
      {...rest}
    />
  )
}

type SentFormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  action: string
  /** Once the server has accepted it. */
  onAccepted?: () => void
}

/** A form that the browser posts, until React is there and sends it. */
export function SentForm({ action, onSubmit, onAccepted, ...rest }: SentFormProps) {
  const { send } = usePage()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter)
    if (await send(action, form)) onAccepted?.()
  }
  return <form method="post" action={action} onSubmit={(event) => void submit(event)} {...rest} />
}

import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { offlineCopy } from '../copy/offline.ts'
import { requestOfflineCopy } from '../enhance/request-offline-copy.ts'
import { showToast } from '../enhance/toasts.ts'
import { FormBusyContext } from '../ui/button.tsx'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { CompanyContext } from '../ui/use-company.ts'
import { fetchPage } from './fetch-page.ts'
import type { PageReply, PageView } from './page-view.ts'

/** A form on its way to the server. Until the answer is there, a page shows what it will have done. */
export interface Sending {
  readonly id: number
  readonly action: string
  readonly form: FormData
  /** What sends it, to hold its button. */
  readonly source: unknown
}

interface Page {
  /** The URL of the page as readers of search parameters take it (`searchOf`). */
  here: { url: string }
  /** Shows another state of the same page, without asking the server. */
  go: (href: string, how?: 'push' | 'replace') => void
  /** What is being sent. */
  sending: readonly Sending[]
  /** Sends a form; afterwards the page shows what the server says. @returns whether the server accepted it */
  send: (action: string, form: FormData, source?: unknown) => Promise<boolean>
  /**
   * Reads the page's data again. Without an answer everything stays as it is; a person who asked for it is told so, or led to
   * where the server sends them.
   */
  refresh: (by?: 'person') => Promise<void>
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
    // A page that the browser kept and shows again sends nothing any more.
    const rest = ({ persisted }: PageTransitionEvent) => persisted && setSending([])
    addEventListener('popstate', follow)
    addEventListener('pageshow', rest)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', rest)
    }
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
      go(href: string, how: 'push' | 'replace' = 'push') {
        if (how === 'push') {
          history.pushState(null, '', href)
          void requestOfflineCopy(location.href)
        } else history.replaceState(history.state, '', href)
        setHere(location.pathname + location.search)
      },
      async refresh(by?: 'person') {
        const id = nextId.current++
        const reply = await fetchPage(location.pathname + location.search)
        // What was asked later knows more.
        if (id !== nextId.current - 1 || take(reply) || by !== 'person') return
        if (reply && 'redirect' in reply) location.assign(reply.redirect)
        else showToast({ tone: 'destructive', ...whatFailed() })
      },
      async send(action: string, form: FormData, source?: unknown) {
        const id = nextId.current++
        setSending((before) => [...before, { id, action, form, source }])
        let reply = await fetchPage(action, form)
        if (reply && 'redirect' in reply) {
          const to = new URL(reply.redirect, location.href)
          // On its way out the page stays as it is.
          if (to.pathname !== location.pathname) {
            location.assign(to)
            return new Promise<never>(() => {})
          }
          reply = await fetchPage(to.pathname + to.search)
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
        if (!page || opensElsewhere(event)) return
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

/** A link to the page as it is, or to another state of it that needs other data: that is read again, and nothing else changes. */
export function RefreshLink({ href, busyLabel, children, ...rest }: RefreshLinkProps) {
  const page = useContext(PageContext)
  const [busy, setBusy] = useState(false)
  const read = async (event: MouseEvent) => {
    if (!page || opensElsewhere(event)) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    if (href !== location.pathname + location.search) page.go(href, 'replace')
    await page.refresh('person')
    setBusy(false)
  }
  return (
    <a href={href} aria-busy={busy || undefined} onClick={(event) => void read(event)} {...rest}>
      {busy ? busyLabel : children}
    </a>
  )
}

type RefreshLinkProps = Omit<ComponentProps<'a'>, 'onClick'> & {
  href: string
  /** Shown until the answer is there. */
  busyLabel: ReactNode
}

/** Whether a click asks for another tab or window. */
function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return Boolean(button) || ctrlKey || metaKey || shiftKey || altKey
}

type SentFormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  action: string
  /** Once the server has accepted it. */
  onAccepted?: () => void
}

/** A form that the browser posts, until React is there and sends it. */
export function SentForm({ action, onSubmit, onAccepted, ...rest }: SentFormProps) {
  const page = useContext(PageContext)
  const source = useRef(null)
  const busy = page?.sending.some((other) => other.source === source) ?? false
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented || !page) return
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter)
    if (await page.send(action, form, source)) onAccepted?.()
  }
  return (
    <FormBusyContext value={busy}>
      <form method="post" action={action} onSubmit={(event) => void submit(event)} {...rest} />
    </FormBusyContext>
  )
}

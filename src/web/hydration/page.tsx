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
import { AccountContext, AccountField } from '../ui/account-field.tsx'
import { FormBusyContext } from '../ui/button.tsx'
import { OfflineStrip } from '../ui/offline-strip.tsx'
import { CompanyContext } from '../ui/use-company.ts'
import { fetchPage } from './fetch-page.ts'
import type { PageReply, PageView } from './page-view.ts'

/** A form that is being sent. Until the response arrives, a page shows the expected result. */
export interface Sending {
  readonly id: number
  readonly action: string
  readonly form: FormData
  /** The component that sends the form, whose button is busy meanwhile. */
  readonly source: unknown
}

interface Page {
  /** The URL of the page, in the form that readers of search parameters take (`searchOf`). */
  here: { url: string }
  /** Shows another state of the same page, without a request to the server. */
  go: (href: string, how?: 'push' | 'replace') => void
  /** The forms that are being sent. */
  sending: readonly Sending[]
  /**
   * Sends a form; afterwards the page shows the server's response.
   *
   * @returns whether the server accepted the form
   */
  send: (action: string, form: FormData, source?: unknown) => Promise<boolean>
  /**
   * Fetches the page's data again. Without a response nothing changes; a person who requested it, or waits for it, is notified, or
   * redirected to where the server redirects.
   */
  refresh: (by?: 'person') => Promise<void>
}

const PageContext = createContext<Page | undefined>(undefined)

/** Returns the state and the functions of a page that React runs. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('outside of a page that React runs')
  return page
}

/** Checks whether React runs the surrounding part of the page; elsewhere src/web/enhance enhances it. */
export function useInPage(): boolean {
  return useContext(PageContext) !== undefined
}

export type PageComponent<Data, Answer> = ComponentType<{ data: Data; answer: Answer | undefined }>

/**
 * Root of a page that React runs: once on the server, then in the browser.
 *
 * @param here the path and search of the page
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
  /** Id of the request whose response the page shows. */
  const shownId = useRef(-1)

  useEffect(() => {
    const follow = () => setHere(location.pathname + location.search)
    // A page that the browser kept and shows again no longer sends anything.
    const rest = ({ persisted }: PageTransitionEvent) => persisted && setSending([])
    addEventListener('popstate', follow)
    addEventListener('pageshow', rest)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener('pageshow', rest)
    }
  }, [])

  const actions = useMemo(() => {
    const take = (id: number, reply: PageReply | undefined) => {
      if (!reply || 'redirect' in reply) return false
      // Nothing repeats a toast, so it is shown even if the response to a later request, which has newer data, came first.
      for (const toast of reply.toasts) showToast(toast)
      if (id < shownId.current) return true
      shownId.current = id
      setShown((before) => ({
        ...before,
        data: reply.data as Data,
        answer: reply.answer as Answer | undefined,
      }))
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
        if (take(id, reply) || id < shownId.current || by !== 'person') return
        if (reply && 'redirect' in reply) location.assign(reply.redirect)
        else showToast({ tone: 'destructive', ...failureText() })
      },
      async send(action: string, form: FormData, source?: unknown) {
        const id = nextId.current++
        setSending((before) => [...before, { id, action, form, source }])
        let reply = await fetchPage(action, form)
        let replyId = id
        if (reply && 'redirect' in reply) {
          const to = new URL(reply.redirect, location.href)
          // The page stays unchanged while it is being left.
          if (to.pathname !== location.pathname) {
            location.assign(to)
            return new Promise<never>(() => {})
          }
          replyId = nextId.current++
          reply = await fetchPage(to.pathname + to.search)
        }
        const answered = take(replyId, reply)
        if (!answered) showToast({ tone: 'destructive', ...failureText() })
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
        <AccountContext value={shown.account}>
          <OfflineStrip />
          <Shown data={shown.data} answer={shown.answer} />
        </AccountContext>
      </CompanyContext>
    </PageContext>
  )
}

function failureText(): { title: string; text: string } {
  return navigator.onLine
    ? { title: offlineCopy.noAnswer, text: offlineCopy.noAnswerText }
    : { title: offlineCopy.title, text: offlineCopy.notSent }
}

/** Link to another state of the same page: no page is loaded, and no typed input is lost. */
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
        // The section exists only once the state is shown.
        if (hash) requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView())
      }}
      {...rest}
    />
  )
}

/**
 * Link to the current state of the page, or to another state that needs other data: the data is fetched again, and nothing else
 * changes.
 */
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
  /** Shown until the response arrives. */
  busyLabel: ReactNode
}

/** Checks whether a click opens another tab or window. */
function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return Boolean(button) || ctrlKey || metaKey || shiftKey || altKey
}

type SentFormProps = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  action: string
  /** Called once the server has accepted the form. */
  onAccepted?: () => void
}

/** The fields of a form, with that of the button that sent it: browsers before 2023 ignore the second argument of `FormData`. */
function fieldsOf(form: HTMLFormElement, button: HTMLElement | null): FormData {
  const fields = new FormData(form)
  if (button instanceof HTMLButtonElement && button.name) fields.append(button.name, button.value)
  return fields
}

/** Form that the browser submits until React is loaded and sends it. */
export function SentForm({ action, onSubmit, onAccepted, children, ...rest }: SentFormProps) {
  const page = useContext(PageContext)
  const source = useRef(null)
  const pressed = useRef<HTMLElement>(null)
  const around = useRef<HTMLElement>(null)
  const busy = page?.sending.some((other) => other.source === source) ?? false
  useEffect(() => {
    if (busy) return
    // A disabled button loses the focus, which belongs to it again, unless the person has moved on or a field is to be corrected.
    if (document.activeElement === document.body) {
      pressed.current?.focus({ preventScroll: true })
      // The answer above it may have moved it down: no further than that, so that both are in sight.
      pressed.current?.scrollIntoView({ block: 'nearest' })
    }
    pressed.current = null
  }, [busy])
  // When the answer replaces the form, the focus goes to the section around it: the next Tab then finds what replaced it.
  useEffect(
    () => () => {
      const left = around.current?.isConnected ? around.current : document.getElementById('conteudo')
      if (!pressed.current || !left || document.activeElement !== document.body) return
      left.tabIndex = -1
      left.focus({ preventScroll: true })
    },
    [],
  )
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented || !page) return
    event.preventDefault()
    if (busy) return
    const { activeElement } = document
    pressed.current = activeElement === event.nativeEvent.submitter ? (activeElement as HTMLElement) : null
    around.current = event.currentTarget.closest('section, main')
    const form = fieldsOf(event.currentTarget, event.nativeEvent.submitter)
    if (await page.send(action, form, source)) onAccepted?.()
  }
  return (
    <FormBusyContext value={busy}>
      <form method="post" action={action} onSubmit={(event) => void submit(event)} {...rest}>
        <AccountField />
        {children}
      </form>
    </FormBusyContext>
  )
}

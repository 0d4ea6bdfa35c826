import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import type { DeskAnswer, Posted } from './answers.ts'
import { TypedContext } from './typed.ts'
import { useAnnounce } from './undo.tsx'
import { useShown } from './unshown-answers.ts'

interface DeskFormProps {
  /** Which of the screen's actions. */
  intent: string
  /** The screen that has the action; by default the one that is shown. */
  action?: string | undefined
  /** What the form says beside its controls. */
  fields?: Readonly<Record<string, string | number>>
  className?: string
  /** For a file. */
  upload?: boolean
  /** Of a fetcher that the screen watches and answers for: this form may be gone when its answer comes. */
  fetcherKey?: string
  /** Once it is done. */
  onDone?: () => void
  children: ReactNode | ((state: { isSending: boolean }) => ReactNode)
}

/**
 * A form that acts and stays on the screen: what was done is said at the foot, what was refused beside the form. Where the
 * script has not arrived the browser posts it, and finds what was typed again (`typed.ts`).
 */
export function DeskForm({
  intent,
  action,
  fields = {},
  className,
  upload,
  fetcherKey,
  onDone,
  children,
}: DeskFormProps) {
  const fetcher = useFetcher<DeskAnswer>(fetcherKey === undefined ? {} : { key: fetcherKey })
  const announce = useAnnounce()
  const problemId = useId()
  const form = useRef<HTMLFormElement>(null)
  const posted = usePosted({ intent, fields })
  const result = fetcher.data ?? posted
  const latest = useRef({ announce, onDone })
  useEffect(() => {
    latest.current = { announce, onDone }
  })
  const announced = useRef<DeskAnswer>(undefined)
  // After every commit: the answer may come in a state of the router that React shows and then replaces, and an effect that
  // depended on the answer alone was at times not run for it.
  useEffect(() => {
    if (!fetcher.data?.ok || fetcherKey !== undefined || announced.current === fetcher.data) return
    announced.current = fetcher.data
    latest.current.announce(fetcher.data)
    form.current?.reset()
    latest.current.onDone?.()
  })
  const isSending = fetcher.state !== 'idle'
  const problem = result && !result.ok && !isSending ? result : undefined
  useShown(problem, () => form.current?.checkVisibility() ?? false)
  // A long form may have it out of sight.
  useEffect(() => {
    if (!problem?.field) return
    const control = form.current?.elements.namedItem(problem.field)
    if (control instanceof HTMLElement) control.focus()
  }, [problem])
  return (
    <fetcher.Form
      method="post"
      ref={form}
      aria-describedby={problem ? problemId : undefined}
      {...(action ? { action } : {})}
      {...(className ? { className } : {})}
      {...(upload ? { encType: 'multipart/form-data' as const } : {})}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TypedContext value={posted?.posted}>
        {typeof children === 'function' ? children({ isSending }) : children}
      </TypedContext>
      {problem && (
        <p className="desk-problem" id={problemId} role="alert">
          {problem.message}
        </p>
      )}
    </fetcher.Form>
  )
}

/** The refusal of this form, where a browser without script sent it: of several with one intent, `fields` tells which. */
export function usePosted({ intent, fields = {} }: Pick<DeskFormProps, 'intent' | 'fields'>) {
  const given = useActionData<DeskAnswer>()
  if (!given || given.ok || !given.posted) return undefined
  return isOf(given.posted, { intent, fields }) ? given : undefined
}

/** What tells the forms of one intent apart. What else a form says beside its controls may have changed since it was sent. */
const whichOne: readonly string[] = ['id', 'pedido', 'etapa', 'numero', 'completionId']

function isOf(
  posted: Posted,
  { intent, fields }: Required<Pick<DeskFormProps, 'intent' | 'fields'>>,
): boolean {
  const sent = (name: string) => posted.find(([other]) => other === name)?.[1]
  if (sent('intent') !== intent) return false
  return whichOne.every((name) => !(name in fields) || sent(name) === String(fields[name]))
}

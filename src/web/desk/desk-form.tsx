import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { isVisible } from '../enhance/is-visible.ts'
import type { DeskAnswer, Posted } from './answers.ts'
import { useSendOnce } from './send-once.ts'
import { TypedContext } from './typed.ts'
import { useAnnounce } from './undo.tsx'
import { useShown } from './unshown-answers.ts'

interface DeskFormProps {
  /** The intent of one of the screen's actions. */
  intent: string
  /** The address of the screen that has the action; by default the current one. */
  action?: string | undefined
  /** Values that the form sends in addition to its controls. */
  fields?: Readonly<Record<string, string | number>>
  className?: string
  /** True for a form with a file. */
  upload?: boolean
  /** The key of a fetcher whose answer the screen handles, because this form may be unmounted when the answer arrives. */
  fetcherKey?: string
  /** Called when the action succeeded. */
  onDone?: () => void
  children: ReactNode | ((state: { isSending: boolean }) => ReactNode)
}

/**
 * Form that runs an action and stays on the screen: the result is shown at the bottom, a rejection beside the form. Until the
 * scripts have loaded, the browser posts it and the typed values are restored (`typed.ts`).
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
  // Runs after every commit: the answer may arrive in a router state that React renders and then replaces, and an effect
  // that depended only on the answer sometimes did not run for it.
  useEffect(() => {
    if (!fetcher.data?.ok || fetcherKey !== undefined || announced.current === fetcher.data) return
    announced.current = fetcher.data
    latest.current.announce(fetcher.data)
    form.current?.reset()
    latest.current.onDone?.()
  })
  const isSending = fetcher.state !== 'idle'
  const sendOnce = useSendOnce(fetcher)
  const problem = result && !result.ok && !isSending ? result : undefined
  useShown(problem, () => isVisible(form.current))
  // In a long form the control may be outside the viewport.
  useEffect(() => {
    if (!problem?.field) return
    const control = form.current?.elements.namedItem(problem.field)
    if (!(control instanceof HTMLElement)) return
    control.ariaInvalid = 'true'
    control.focus()
    return () => {
      control.ariaInvalid = null
    }
  }, [problem])
  return (
    <fetcher.Form
      method="post"
      ref={form}
      onSubmit={sendOnce}
      aria-busy={isSending || undefined}
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

/**
 * Returns the rejection of this form when a browser without scripts sent it: `fields` distinguishes forms with the same intent.
 */
export function usePosted({ intent, fields = {} }: Pick<DeskFormProps, 'intent' | 'fields'>) {
  const given = useActionData<DeskAnswer>()
  if (!given || given.ok || !given.posted) return undefined
  return isOf(given.posted, { intent, fields }) ? given : undefined
}

/** Fields that distinguish forms with the same intent. The form's other hidden values may have changed since it was sent. */
const whichOne: readonly string[] = ['id', 'pedido', 'etapa', 'numero', 'completionId']

function isOf(
  posted: Posted,
  { intent, fields }: Required<Pick<DeskFormProps, 'intent' | 'fields'>>,
): boolean {
  const sent = (name: string) => posted.find(([other]) => other === name)?.[1]
  if (sent('intent') !== intent) return false
  return whichOne.every((name) => !(name in fields) || sent(name) === String(fields[name]))
}

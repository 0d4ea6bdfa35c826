import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { DeskAnswer } from './answers.ts'
import { useAnnounce } from './undo.tsx'

interface DeskFormProps {
  /** Which of the screen's actions. */
  intent: string
  /** The screen that has the action; by default the one that is shown. */
  action?: string | undefined
  /** What the form says beside its controls. */
  fields?: Readonly<Record<string, string | number>>
  className?: string
  /** What a form without script was answered. */
  answer?: DeskAnswer | undefined
  /** For a file. */
  upload?: boolean
  /** Once it is done. */
  onDone?: () => void
  children: ReactNode | ((state: { isSending: boolean }) => ReactNode)
}

/**
 * A form that acts and stays on the screen: what was done is said at the foot, what was refused beside the form. Where the
 * script has not arrived the browser posts it.
 */
export function DeskForm({
  intent,
  action,
  fields = {},
  className,
  answer,
  upload,
  onDone,
  children,
}: DeskFormProps) {
  const fetcher = useFetcher<DeskAnswer>()
  const announce = useAnnounce()
  const problemId = useId()
  const form = useRef<HTMLFormElement>(null)
  const result = fetcher.data ?? answer
  const latest = useRef({ announce, onDone })
  useEffect(() => {
    latest.current = { announce, onDone }
  })
  useEffect(() => {
    if (!fetcher.data?.ok) return
    latest.current.announce(fetcher.data)
    form.current?.reset()
    latest.current.onDone?.()
  }, [fetcher.data])
  const isSending = fetcher.state !== 'idle'
  const problem = result && !result.ok && !isSending ? result : undefined
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
      {typeof children === 'function' ? children({ isSending }) : children}
      {problem && (
        <p className="desk-problem" id={problemId} role="alert">
          {problem.message}
        </p>
      )}
    </fetcher.Form>
  )
}

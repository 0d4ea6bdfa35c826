import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useFetcher } from 'react-router'
import { UNDO_SECONDS } from '../../modules/orders/public.ts'
import { deskCopy as copy } from '../copy/desk.ts'
import type { DeskAnswer } from './answers.ts'
import { Key } from './key.tsx'
import { markShown, useShown, useUnshownAnswers } from './unshown-answers.ts'

type Done = Extract<DeskAnswer, { ok: true }>

const asDone = (answer: DeskAnswer): Done => (answer.ok ? answer : { ok: true, done: answer.message })

const UndoContext = createContext<(done: Done) => void>(() => {})

/**
 * Shows the result of an action at the bottom of the screen, as long as a completed step can be undone, and undoes the action on request.
 */
export function UndoProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ done: Done; id: number }>()
  const announce = useCallback((done: Done) => {
    markShown(done)
    setShown((before) => ({ done, id: (before?.id ?? 0) + 1 }))
  }, [])
  useUnshownAnswers(useCallback((answer) => announce(asDone(answer)), [announce]))
  const close = useCallback(() => setShown(undefined), [])
  return (
    <UndoContext value={announce}>
      {children}
      <div className="desk-undo-place" role="status">
        {shown && <UndoBar key={shown.id} done={shown.done} close={close} />}
      </div>
    </UndoContext>
  )
}

/** Returns the function that announces the result of an action. */
export function useAnnounce(): (done: Done) => void {
  return useContext(UndoContext)
}

function UndoBar({ done, close }: { done: Done; close: () => void }) {
  const [left, setLeft] = useState(UNDO_SECONDS)
  const fetcher = useFetcher<DeskAnswer>()
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) close()
  }, [isOver, close])
  useShown(fetcher.data)
  const wasUndone = fetcher.data?.ok
  const text = useMemo(
    () => (fetcher.data?.ok === false ? fetcher.data.message : done.done),
    [fetcher.data, done],
  )
  useEffect(() => {
    if (wasUndone) close()
  }, [wasUndone, close])
  return (
    <div className="desk-undo">
      {text}
      {done.undo && fetcher.data === undefined && (
        <fetcher.Form method="post" action={done.undo.action}>
          {Object.entries(done.undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" data-key="z" aria-keyshortcuts="Z">
            {/* Hidden from screen readers, which would repeat the whole result every second. */}
            {copy.undo} <span aria-hidden="true">{copy.seconds(left)}</span> <Key>Z</Key>
          </button>
        </fetcher.Form>
      )}
    </div>
  )
}

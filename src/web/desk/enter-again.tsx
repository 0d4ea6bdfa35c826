import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { doorCopy as copy } from '../copy/desk-team.ts'
import { textIn } from '../forms/text-in.ts'
import { decodeView, type PageReply, pageJson } from '../hydration/page-view.ts'
import { paths } from '../paths.ts'

const problems = { ...copy.againProblems, ...copy.refusals }

let pending: Promise<boolean> | undefined

/**
 * Requests the second factor in a dialog over the screen, whose forms keep their values: before a sensitive action, or because
 * the desk was closed in the meantime. Concurrent callers get the same answer.
 *
 * @param isClosed hides the screen behind the dialog
 * @returns false when the user dismissed the dialog
 */
export function enterAgain({ isClosed = false } = {}): Promise<boolean> {
  pending ??= show(isClosed).finally(() => {
    pending = undefined
  })
  return pending
}

function show(isClosed: boolean): Promise<boolean> {
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'desk'
  const root = createRoot(host)
  return new Promise((resolve) => {
    const done = (isOpen: boolean) => {
      root.unmount()
      host.remove()
      resolve(isOpen)
    }
    root.render(<CodeDialog isClosed={isClosed} done={done} />)
  })
}

type Refusal = keyof typeof copy.refusals

function CodeDialog({ isClosed, done }: { isClosed: boolean; done: (isOpen: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const entered = useRef(false)
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget: form } = event
    setSending(true)
    const result = await enter(textIn(new FormData(form), 'codigo'))
    setSending(false)
    entered.current = result === 'entered'
    // Closing the dialog returns the focus to the previous element.
    if (result === 'entered') return dialog.current?.close()
    setProblem(problems[result])
    form.reset()
    form.querySelector('input')?.focus()
    return undefined
  }
  return (
    <dialog
      ref={dialog}
      className={isClosed ? 'desk-enter is-closed' : 'desk-enter'}
      aria-labelledby="de-novo"
      onClose={() => done(entered.current)}
    >
      <form className="desk-form" onSubmit={(event) => void send(event)}>
        <h2 id="de-novo">{isClosed ? copy.closedTitle : copy.leadAgain}</h2>
        <p>{isClosed ? copy.closedLead : copy.againLead}</p>
        <label>
          {copy.code}
          <input
            className="control"
            name="codigo"
            autoComplete="one-time-code"
            required
            autoFocus
            aria-describedby="de-novo-problema"
          />
        </label>
        <p className="desk-problem" id="de-novo-problema" role="alert">
          {problem}
        </p>
        <p className="desk-acts">
          <button type="submit" className="btn btn-primary btn-small" disabled={isSending}>
            {copy.againConfirm}
          </button>
          <button type="button" className="btn btn-quiet btn-small" onClick={() => dialog.current?.close()}>
            {copy.againCancel}
          </button>
        </p>
      </form>
    </dialog>
  )
}

/** Sends a code to the page of the second factor. */
async function enter(code: string): Promise<'entered' | keyof typeof problems> {
  const body = new URLSearchParams({ codigo: code })
  try {
    const response = await fetch(paths.deskEnter(), { method: 'POST', body, headers: { Accept: pageJson } })
    // Without a session the desk's addresses return the page for unknown paths.
    if (!response.headers.get('Content-Type')?.startsWith(pageJson)) return 'signed_out'
    const reply = decodeView(await response.text()) as PageReply
    if ('redirect' in reply) return 'entered'
    const { step } = reply.data as { step?: string }
    // The second factor was removed in the meantime: a new one is set up on a separate page.
    if (step === 'set-up') location.assign(paths.deskEnter())
    return (reply.answer as { refused?: Refusal } | undefined)?.refused ?? 'no_answer'
  } catch {
    return 'no_answer'
  }
}

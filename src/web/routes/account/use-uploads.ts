import { useRef, useState } from 'react'
import { MAX_FILE_BYTES } from '../../../modules/documents/public.ts'
import { documentsCopy as copy, fileProblems } from '../../copy/documents.ts'
import { showToast } from '../../enhance/toasts.ts'
import { sendFile } from './send-file.ts'

/** A chosen file that is being uploaded. */
export interface Upload {
  readonly id: number
  readonly file: File
  /** `kept`: the server has stored it, and the list of documents will show it after its next refresh. */
  readonly state: 'waiting' | 'sending' | 'kept' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  readonly text: string
  readonly canRetry: boolean
}

/**
 * Uploads documents as soon as they are chosen, one at a time, each with its own progress, and retries while no response arrives.
 * Uploading the same file twice is harmless: the server stores it once.
 *
 * @param refresh reloads the list of documents
 */
export function useUploads({
  url,
  field,
  refresh,
}: {
  url: string
  field: string
  refresh: () => Promise<void>
}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const nextId = useRef(0)
  const queue = useRef<{ id: number; file: File }[]>([])
  const sending = useRef(false)

  const change = (id: number, changed: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)))
  const fail = (id: number, text: string, canRetry: boolean) =>
    change(id, { state: 'failed', text, canRetry })

  const processQueue = async () => {
    if (sending.current) return
    sending.current = true
    addEventListener('beforeunload', confirmLeaving)
    let added = 0
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next
      change(id, { state: 'sending', text: copy.sending })
      const result = await sendFile({
        url,
        field,
        file,
        onProgress: (progress) => change(id, { state: 'sending', text: copy.sending, progress }),
        onRetry: (text) => change(id, { state: 'sending', text }),
      })
      if (result.kind === 'kept') {
        added += 1
        change(id, { state: 'kept', progress: 1, text: copy.sent })
      } else if (result.kind === 'signed-out') fail(id, copy.signedOut, false)
      else fail(id, fileProblems[result.problem](file.name), result.problem === 'failed')
    }
    removeEventListener('beforeunload', confirmLeaving)
    sending.current = false
    if (added === 0) return
    await refresh()
    setUploads((before) => before.filter(({ state }) => state !== 'kept'))
    showToast({ tone: 'success', title: copy.success, text: copy.added(added) })
  }

  /** Adds files. Files refused earlier leave the list: the person has read the reason and chosen again. */
  const add = (files: readonly File[]) => {
    const chosen = files.map((file) => ({ file, id: nextId.current++ }))
    setUploads((before) => [
      ...before.filter(({ state, canRetry }) => state !== 'failed' || canRetry),
      ...chosen.map(({ file, id }): Upload => {
        const problem = file.size > MAX_FILE_BYTES ? 'too_large' : file.size === 0 ? 'empty' : undefined
        return problem
          ? {
              id,
              file,
              state: 'failed',
              progress: 0,
              text: fileProblems[problem](file.name),
              canRetry: false,
            }
          : { id, file, state: 'waiting', progress: 0, text: copy.waiting, canRetry: false }
      }),
    ])
    queue.current.push(...chosen.filter(({ file }) => file.size > 0 && file.size <= MAX_FILE_BYTES))
    void processQueue()
  }

  const retry = ({ id, file }: Upload) => {
    change(id, { state: 'waiting', progress: 0, text: copy.waiting, canRetry: false })
    queue.current.push({ id, file })
    void processQueue()
  }

  return { uploads, add, retry }
}

/** Asks for confirmation before leaving the page during an upload. */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

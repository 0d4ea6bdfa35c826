import { documentsCopy as copy, type FileProblem } from '../copy/documents.ts'

export type SendResult =
  | { kind: 'kept' }
  | { kind: 'refused'; problem: FileProblem }
  /** The session ended: the answer is the page of /auth. */
  | { kind: 'signed-out' }

/** Seconds between tries while there is no answer. */
const pauses = [1, 2, 4, 8, 16]
/** Milliseconds without any progress after which a try is given up. */
const patience = 30_000

/** Sends one file, again and again with longer pauses while the network or the server fail. */
export async function sendFile(order: {
  url: string
  field: string
  file: File
  onProgress: (share: number) => void
  onWait: (why: string) => void
}): Promise<SendResult> {
  for (const pause of [...pauses, undefined]) {
    const result = await attempt(order)
    if (result) return result
    if (pause === undefined) break
    order.onWait(navigator.onLine ? copy.retryIn(pause) : copy.offline)
    await (navigator.onLine ? wait(pause * 1000) : backOnline())
  }
  return { kind: 'refused', problem: 'failed' }
}

/** One try; undefined where it may be tried again. */
function attempt({
  url,
  field,
  file,
  onProgress,
}: Parameters<typeof sendFile>[0]): Promise<SendResult | undefined> {
  const body = new FormData()
  body.append(field, file)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer = 0
    const alive = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), patience)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      alive()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      resolve(read(request))
    })
    request.open('POST', url)
    request.setRequestHeader('Accept', 'application/json')
    request.send(body)
    alive()
  })
}

function read({ status, responseText }: XMLHttpRequest): SendResult | undefined {
  if (status === 413) return { kind: 'refused', problem: 'too_large' }
  if (status === 0 || status === 429 || status >= 500) return undefined
  const answer = parsed(responseText)
  if (!answer) return { kind: 'signed-out' }
  const [refused] = answer.refused
  return refused ? { kind: 'refused', problem: refused.problem } : { kind: 'kept' }
}

function parsed(text: string): { refused: { problem: FileProblem }[] } | undefined {
  try {
    return JSON.parse(text) as { refused: { problem: FileProblem }[] }
  } catch {
    return undefined
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

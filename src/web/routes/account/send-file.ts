import { documentsCopy as copy, type FileProblem } from '../../copy/documents.ts'

export type SendResult =
  | { kind: 'kept' }
  | { kind: 'refused'; problem: FileProblem }
  /** The session ended: the response is the page /auth. */
  | { kind: 'signed-out' }

/** Seconds between attempts while no response arrives. */
const retryDelaysSeconds = [1, 2, 4, 8, 16]
/** Time without progress after which an attempt is aborted. */
const stallTimeoutMs = 30_000

/** Uploads one file. Retries with growing delays while the network or the server fails. */
export async function sendFile(upload: {
  url: string
  field: string
  file: File
  onProgress: (fraction: number) => void
  onRetry: (reason: string) => void
}): Promise<SendResult> {
  for (const delaySeconds of [...retryDelaysSeconds, undefined]) {
    const result = await attempt(upload)
    if (result) return result
    if (delaySeconds === undefined) break
    upload.onRetry(navigator.onLine ? copy.retryIn(delaySeconds) : copy.offline)
    await (navigator.onLine ? delay(delaySeconds * 1000) : waitUntilOnline())
  }
  return { kind: 'refused', problem: 'failed' }
}

/** Makes one attempt; resolves to undefined if it may be retried. */
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
    const restartTimer = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => request.abort(), stallTimeoutMs)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer()
      onProgress(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      resolve(resultOf(request))
    })
    request.open('POST', url)
    request.setRequestHeader('Accept', 'application/json')
    request.send(body)
    restartTimer()
  })
}

function resultOf({ status, responseText }: XMLHttpRequest): SendResult | undefined {
  if (status === 413) return { kind: 'refused', problem: 'too_large' }
  if (status === 0 || status === 429 || status >= 500) return undefined
  const response = parseResponse(responseText)
  if (!response) return { kind: 'signed-out' }
  const [refused] = response.refused
  return refused ? { kind: 'refused', problem: refused.problem } : { kind: 'kept' }
}

function parseResponse(text: string): { refused: { problem: FileProblem }[] } | undefined {
  try {
    return JSON.parse(text) as { refused: { problem: FileProblem }[] }
  } catch {
    return undefined
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function waitUntilOnline(): Promise<void> {
  return new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))
}

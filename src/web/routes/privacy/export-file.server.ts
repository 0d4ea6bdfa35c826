import type { App } from '../../../composition.ts'
import { keptData } from '../../../core/kept-data.ts'
import type { OwnPage } from '../../../modules/privacy/index.server.ts'
import type { Person } from '../../../platform/personal/personal-data.ts'
import { takeSlot } from '../../connection-slots.server.ts'
import { keptWords, untilText } from '../../copy/privacy/kept-data.ts'
import { tooManyFilesPage } from '../../outage.server.tsx'
import { linksAt } from '../../paths.ts'

/**
 * Returns the file of an export: all data as stored, with the reason and the retention period. Amounts are centavos, times are
 * UTC. It is read and written piece by piece, as the browser takes it; a 429 for somebody who takes too many at once.
 *
 * @param holder the person for whom downloads are counted
 * @param request its signal says that the browser disconnected; nobody reads, nor ends, the body of an answer to HEAD
 */
export function exportFile(
  { privacy, clock, config }: Pick<App, 'privacy' | 'clock' | 'config'>,
  {
    person,
    holder,
    request,
  }: { person: Person; holder: string; request: Pick<Request, 'method' | 'signal' | 'url'> },
): Response {
  if (request.method !== 'GET') return new Response(null, { headers })
  const leave = takeSlot({ downloads: holder })
  if (!leave) return tooManyFilesPage(request)
  const head = {
    formato: 'recomeco/dados-pessoais/1',
    feitoEm: clock.now().toISOString(),
    politica: linksAt(config.publicUrl).privacy(),
    unidades: { valores: 'centavos', instantes: 'UTC, ISO 8601' },
  }
  const pieces = written(head, privacy.ownDataPages({ person }))
  return new Response(streamOf(pieces, { signal: request.signal, ended: leave }), { headers })
}

const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Disposition': 'attachment; filename="meus-dados.json"',
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
}

/** Writes the file as JSON: the pages of a kind become one entry. */
async function* written(head: object, pages: AsyncIterable<OwnPage>): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "dados": [`
  let current: OwnPage['kind'] | undefined
  for await (const { kind, records } of pages) {
    const isNext = kind === current
    if (!isNext) yield `${current ? `${endOfKind},` : ''}${beginningOf(kind)}`
    current = kind
    const entries = records.map(({ id, fields }) => `\n${indented({ id, ...fields }, 8)}`)
    yield `${isNext ? ',' : ''}${entries.join()}`
  }
  yield `${current ? `${endOfKind}\n  ` : ''}]\n}\n`
}

const endOfKind = '\n      ]\n    }'

function beginningOf(kind: OwnPage['kind']): string {
  const entry = {
    tipo: kind,
    nome: keptWords[kind].name,
    paraQue: keptWords[kind].why,
    ateQuando: untilText(kind),
    naLei: keptData[kind].law,
  }
  return `\n${indented(entry, 4).slice(0, -6)},\n      "registros": [`
}

function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replace(/^/gm, ' '.repeat(spaces))
}

/** Streams pieces of text as they are taken. */
function streamOf(
  pieces: AsyncGenerator<string>,
  { signal, ended }: { signal: AbortSignal; ended: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const stop = () => {
    ended()
    void pieces.return(undefined)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next()
        if (!done) return controller.enqueue(encoder.encode(value))
        controller.close()
        ended()
      } catch (error) {
        ended()
        throw error
      }
    },
    cancel: stop,
  })
}

import { byteRangeOf } from '../../byte-range.ts'
import { appContext } from '../../context.ts'
import { contractCopy as copy } from '../../copy/contract.ts'
import type { Route } from './+types/clause-audio.ts'

/**
 * Returns the recording of a clause's plain-language sentence. Players request parts of it, and some play nothing without range
 * support.
 */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const { contracting } = context.get(appContext)
  const { version, clause } = params
  const key = /^[1-9]\d?$/.test(clause) ? { version, clause: Number(clause) } : undefined
  const recording = key && contracting.recordingOf(key)
  if (!recording) {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' }
    return new Response(copy.noRecording, { status: 404, headers })
  }
  const { bytes } = recording
  const headers = {
    'Content-Type': 'audio/mpeg',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
  }
  const range = byteRangeOf(request.headers.get('Range'), bytes.length)
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes.length}` },
    })
  }
  const { from, to } = range === 'whole' ? { from: 0, to: bytes.length - 1 } : range
  const part = new Uint8Array(bytes.subarray(from, to + 1))
  return new Response(part, {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...headers,
      'Content-Length': String(part.length),
      ...(range !== 'whole' && { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }),
    },
  })
}

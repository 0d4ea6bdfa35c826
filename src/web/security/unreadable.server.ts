import { type FormLimits, type FormRefusal, readForm } from '../forms/read-form.server.ts'
import type { RouteTraits } from '../routing/traits.ts'
import { hasSafeMethod } from './safe-method.ts'

/** A request's form, if it posted one that the route reads in full; or its refusal. */
export type Posted = { ok: true; form: FormData | undefined } | { ok: false; refusal: Response }

/**
 * Reads the posted form of a request, and refuses requests that no page can process: an unsupported method, a body that is not a
 * form (or a truncated one), or a form beyond the limits of its route. Our own forms send none of these, so they must not be
 * logged as our errors. This is the only place that reads forms.
 *
 * @param traits of the request's route; a body that is not a `form` is left to the route
 */
export async function readPosted(
  request: Request,
  traits: Pick<RouteTraits, 'body'> & FormLimits,
): Promise<Posted> {
  if (hasSafeMethod(request)) return { ok: true, form: undefined }
  if (request.method !== 'POST') {
    return { ok: false, refusal: refusal(405, 'Use GET ou POST.', { Allow: 'GET, HEAD, POST' }) }
  }
  if (traits.body !== 'form') return { ok: true, form: undefined }
  const read = await readForm(request, traits)
  return read.ok ? read : { ok: false, refusal: refusal(...refusals[read.code]) }
}

const again = 'Volte à página, atualize e envie de novo.'
const refusals: Record<FormRefusal, [status: number, text: string]> = {
  unreadable: [400, `Não conseguimos ler este formulário. ${again}`],
  too_large: [413, `O formulário é grande demais para ser lido. ${again}`],
  too_many_fields: [413, `O formulário tem campos demais. ${again}`],
  too_long: [413, 'Um dos campos tem texto demais. Volte à página, escreva menos e envie de novo.'],
}

function refusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

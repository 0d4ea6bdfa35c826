import type { RouteTraits } from '../routing/traits.ts'
import { hasSafeMethod } from './safe-method.ts'

/**
 * Refuses a form post that another site may have caused (CSRF protection). Browsers send `Origin` with every post; if it is
 * missing, `Sec-Fetch-Site` or `Referer` must show that the request came from this site. An origin is compared in full: scheme,
 * host and port. React Router alone accepts a post without `Origin`.
 *
 * @param body the body type that the request's route declares; a `signed` webhook has no origin
 * @returns a 403 response, or undefined if the request may proceed
 */
export function refuseCrossSite(
  request: Request,
  { body }: Pick<RouteTraits, 'body'>,
  publicUrl: string,
): Response | undefined {
  if (hasSafeMethod(request)) return undefined
  if (body === 'signed') return undefined

  const ours = originsOf(publicUrl)
  const origin = request.headers.get('origin')
  if (origin !== null) return ours.includes(origin) ? undefined : refusal()

  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' ? undefined : refusal()

  const referer = request.headers.get('referer') ?? ''
  return URL.canParse(referer) && ours.includes(new URL(referer).origin) ? undefined : refusal()
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Returns the public origin; for a local trial also the machine's other loopback names, which no other site can have. */
function originsOf(publicUrl: string): readonly string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (!loopback.includes(hostname)) return [origin]
  return loopback.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}

function refusal(): Response {
  return new Response('Este formulário não veio do nosso site. Volte à página, atualize e envie de novo.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

import type { RouteTraits } from '../routing/traits.ts'

/**
 * CSRF protection: refuses a form post that another site may have caused. Browsers send `Origin` with every post; when it
 * is missing, `Sec-Fetch-Site` or `Referer` must show that the request came from this site. React Router on its own
 * accepts a post without `Origin`.
 *
 * @param body the body type that the request's route declares; a `signed` webhook has no origin
 * @returns a 403 response, or undefined when the request may proceed
 */
export function refuseCrossSite(
  request: Request,
  { body }: Pick<RouteTraits, 'body'>,
  publicUrl: string,
): Response | undefined {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return undefined
  if (body === 'signed') return undefined

  const ours = new Set([new URL(request.url).host, new URL(publicUrl).host])
  const origin = request.headers.get('origin')
  if (origin !== null) return ours.has(hostOf(origin)) ? undefined : refusal()

  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' ? undefined : refusal()

  const referer = request.headers.get('referer')
  return referer !== null && ours.has(hostOf(referer)) ? undefined : refusal()
}

function hostOf(text: string): string {
  return URL.canParse(text) ? new URL(text).host : ''
}

function refusal(): Response {
  return new Response('Este formulário não veio do nosso site. Volte à página, atualize e envie de novo.', {
    status: 403,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

import { decodeView, type PageReply, pageJson } from './page-view.ts'

/**
 * Fetches a page as JSON, or posts a form to it.
 *
 * @param form what to send; without it the page is only read
 * @returns undefined when there was no answer, or one that is no page
 */
export async function fetchPage(url: string, form?: FormData): Promise<PageReply | undefined> {
  const body = form && new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
  try {
    const response = await fetch(url, {
      headers: { Accept: pageJson },
      ...(body && { method: 'POST', body }),
    })
    if (!response.headers.get('Content-Type')?.startsWith(pageJson)) return undefined
    return decodeView(await response.text()) as PageReply
  } catch {
    return undefined
  }
}

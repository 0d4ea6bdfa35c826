import { decodeView, type PageReply, pageJson } from './page-view.ts'

/**
 * Fetches a page as JSON, or submits a form to it.
 *
 * @param form the form to send; without it the page is only read
 * @returns undefined when there was no response, or one that is not a page
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

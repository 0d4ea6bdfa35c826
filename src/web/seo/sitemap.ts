import type { PublicPage } from '../routing/routing.ts'

/** Returns the sitemap (protocol version 0.9), with absolute URLs. */
export function sitemapXml(publicUrl: string, pages: readonly PublicPage[]): string {
  const urls = pages.map(
    ({ path, changed }) => `  <url><loc>${xml(publicUrl + path)}</loc><lastmod>${changed}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

function xml(text: string): string {
  return text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

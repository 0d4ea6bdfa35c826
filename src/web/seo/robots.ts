/** What robots may visit, and where the list of pages is (RFC 9309). */
export function robotsTxt(publicUrl: string, closedPaths: readonly string[]): string {
  return [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

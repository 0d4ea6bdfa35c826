/** What robots may visit, and the address of the list of pages (RFC 9309). */
export function robotsTxt(sitemap: string, closedPaths: readonly string[]): string {
  return [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n')
}

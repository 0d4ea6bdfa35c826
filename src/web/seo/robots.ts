/** Returns robots.txt (RFC 9309): the disallowed paths and the URL of the sitemap. */
export function robotsTxt(sitemap: string, closedPaths: readonly string[]): string {
  return [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${sitemap}`,
    '',
  ].join('\n')
}

/**
 * The absolute URLs of this site in a text, without duplicates, in order. URLs of other sites stay plain text: a name
 * typed into a form must not become a link in our message.
 */
export function linksIn(text: string, publicUrl: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`]+/g) ?? []
  const ours = found.map(withoutPunctuation).filter((url) => isOurs(url, publicUrl))
  return [...new Set(ours)]
}

function withoutPunctuation(url: string): string {
  return url.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, '')
}

function isOurs(url: string, publicUrl: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin
}

import type { MetaDescriptor } from 'react-router'

interface PageMeta {
  /** Without the product's name, which is added; the landing page gives its own whole title. */
  title: string
  description: string
  /** '/services'. */
  path: string
  /** Pages of a person's own are kept out of search engines. */
  private?: boolean
}

/** What search engines and shared links show. `matches` is what a route's `meta` receives. */
export function pageMeta(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  { title, description, path, private: hidden }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { publicUrl?: string } | undefined
  const origin = root?.publicUrl ?? ''
  const full = title.includes('Recomeço') ? title : `${title} · Recomeço`
  return [
    { title: full },
    { name: 'description', content: description },
    ...(hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link' as const, rel: 'canonical', href: origin + path }]),
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'pt_BR' },
    { property: 'og:site_name', content: 'Recomeço' },
    { property: 'og:url', content: origin + path },
  ]
}

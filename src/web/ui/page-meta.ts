import type { MetaDescriptor } from 'react-router'
import type { Company } from '../../core/company.ts'
import { traitsAt } from '../routing/routing.ts'
import { ogImageOf, ogSize } from '../seo/og-cards.ts'
import { pageGraph } from '../seo/page-graph.ts'

interface PageMeta {
  /** Without the product's name, which is appended automatically; the landing page's title already contains it. */
  title: string
  description: string
  /**
   * '/services'. The path of a service or look-up selects its structured data and image; a route that is not `listed`
   * makes the page `noindex`.
   */
  path: string
  /** Questions that the page shows with their answers. */
  questions?: readonly { question: string; answer: string }[]
}

/** Returns the meta tags for search engines and link previews. `matches` is the argument of a route's `meta`. */
export function pageMeta(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  { title, description, path, questions = [] }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; company?: Company }
    | undefined
  const origin = root?.publicUrl ?? ''
  const hidden = typeof traitsAt(path).robots !== 'object'
  const full = title.includes('Recomeço') ? title : `${title} · Recomeço`
  const image = ogImageOf(path)
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
    { property: 'og:image', content: origin + image.path },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(ogSize.width) },
    { property: 'og:image:height', content: String(ogSize.height) },
    { property: 'og:image:alt', content: image.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(!hidden && root?.company
      ? [
          {
            'script:ld+json': pageGraph(
              { title, path, questions },
              { publicUrl: origin, company: root.company },
            ),
          },
        ]
      : []),
  ]
}

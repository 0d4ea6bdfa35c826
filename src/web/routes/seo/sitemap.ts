import { appContext } from '../../context.ts'
import { publicPages } from '../../routing/routing.ts'
import { sitemapXml } from '../../seo/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(appContext)
  return new Response(sitemapXml(config.publicUrl, publicPages), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

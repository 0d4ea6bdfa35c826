import { appContext } from '../../context.ts'
import { closedPaths } from '../../routing/routing.ts'
import { robotsTxt } from '../../seo/robots.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { links } = context.get(appContext)
  return new Response(robotsTxt(links.sitemap(), closedPaths), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

import { appContext } from '../../context.ts'
import { robotsTxt } from '../../seo/robots.ts'
import { closedPaths } from '../../seo/site-pages.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(appContext)
  return new Response(robotsTxt(config.publicUrl, closedPaths), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

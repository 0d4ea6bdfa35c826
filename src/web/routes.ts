/** What the product shows. One line a page; a page's file carries its loader, its action and its screen. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('routes/content/home.tsx'), route('*', 'routes/not-found.tsx')] satisfies RouteConfig

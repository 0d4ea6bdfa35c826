/** What the product shows. One line a page; a page's file carries its loader, its action and its screen. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/content/home.tsx'),
  route('services', 'routes/content/services.tsx'),
  route('service/clean-name', 'routes/content/clean-name.tsx'),
  // Only with the simulator.
  route('dev/ui', 'routes/dev/ui.tsx'),
  route('dev/mensagens', 'routes/dev/mensagens.tsx'),
  route('dev/mensagens.json', 'routes/dev/mensagens-json.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig

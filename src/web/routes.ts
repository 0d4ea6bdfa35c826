/** What the product shows. One line a page; a page's file carries its loader, its action and its screen. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/content/home.tsx'),
  route('services', 'routes/content/services.tsx'),
  route('service/clean-name', 'routes/content/clean-name.tsx'),
  route('auth', 'routes/auth/auth.tsx'),
  route('auth/confirmar', 'routes/auth/confirm.ts'),
  route('create-account', 'routes/auth/create-account.tsx'),
  route('sair', 'routes/auth/sign-out.ts'),
  route('account', 'routes/account/account.tsx'),
  route('account/documentos', 'routes/account/add-documents.ts'),
  route('account/documentos/:id', 'routes/account/download-document.ts'),
  route('account/documentos/:id/remover', 'routes/account/remove-document.ts'),
  route('privacidade', 'routes/content/privacy.tsx'),
  route('termos', 'routes/content/terms.tsx'),
  route('sitemap.xml', 'routes/seo/sitemap.ts'),
  route('robots.txt', 'routes/seo/robots.ts'),
  route('contract', 'routes/hiring/contract.tsx'),
  route('contract/copia/:orderId', 'routes/hiring/contract-copy.tsx'),
  route('contract/copia/:orderId/texto', 'routes/hiring/contract-file.ts'),
  route('contract/desistir/:orderId', 'routes/hiring/withdraw.tsx'),
  route('tracking', 'routes/orders/tracking.tsx'),
  // Only with the simulator.
  route('dev/ui', 'routes/dev/ui.tsx'),
  route('dev/mensagens', 'routes/dev/mensagens.tsx'),
  route('dev/mensagens.json', 'routes/dev/mensagens-json.ts'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig

import { appContext } from '../../context.ts'
import type { Route } from './+types/contract-verifier.ts'

/** Downloads the program that verifies a contract without this shop. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(context.get(appContext).receipts.verifierSource(), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="verificar-contrato.mjs"',
      'Cache-Control': 'public, max-age=3600',
    },
  })
}

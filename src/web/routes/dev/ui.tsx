import { data } from 'react-router'
import { appContext } from '../../context.ts'
import { planCopy } from '../../copy/shell.ts'
import { paths, searchOf } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/ui.ts'
import { ActionPieces } from './ui/actions.tsx'
import { FieldPieces } from './ui/fields.tsx'
import { OrderPieces } from './ui/order.tsx'
import { StatePieces } from './ui/states.tsx'
import { WordPieces } from './ui/words.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Peças',
    description: 'Cada peça em cada estado.',
    path: paths.devUi(),
  })

/** Every piece in every state, for whoever builds pages. Only with the simulator. */
export function loader({ context, request }: Route.LoaderArgs) {
  if (!context.get(appContext).config.demo) throw data(null, { status: 404 })
  return { dialogOpen: searchOf('devUi', request).has('dialogo') }
}

export default function Pieces({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        eyebrow="Demonstração"
        title="Peças"
        lead={`Cada peça em cada estado. Selo: ${planCopy.popular}.`}
      />
      <WordPieces />
      <ActionPieces dialogOpen={loaderData.dialogOpen} />
      <FieldPieces />
      <OrderPieces />
      <StatePieces />
    </>
  )
}

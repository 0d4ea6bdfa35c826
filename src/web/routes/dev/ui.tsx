import { planCopy } from '../../copy/shell.ts'
import { paths, searchOf } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/ui.ts'
import { ActionExamples } from './ui/actions.tsx'
import { FieldExamples } from './ui/fields.tsx'
import { OrderExamples } from './ui/order.tsx'
import { StateExamples } from './ui/states.tsx'
import { TextExamples } from './ui/words.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Peças',
    description: 'Cada peça em cada estado.',
    path: paths.devUi(),
  })

/** Loads every component of the design system in every state, for developers. */
export function loader({ request }: Route.LoaderArgs) {
  return { dialogOpen: searchOf('devUi', request).has('dialogo') }
}

export default function DesignSystem({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        eyebrow="Demonstração"
        title="Peças"
        lead={`Cada peça em cada estado. Selo: ${planCopy.popular}.`}
      />
      <TextExamples />
      <ActionExamples dialogOpen={loaderData.dialogOpen} />
      <FieldExamples />
      <OrderExamples />
      <StateExamples />
    </>
  )
}

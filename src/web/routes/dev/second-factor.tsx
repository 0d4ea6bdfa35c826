import { appContext } from '../../context.ts'
import { deskCopy } from '../../copy/desk.ts'
import { paths } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import type { Route } from './+types/second-factor.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Segundo fator da demonstração',
    description: 'Os códigos das contas de demonstração.',
    path: paths.devSecondFactor(),
  })

/** Loads the codes of the demonstration's team accounts. */
export function loader({ context }: Route.LoaderArgs) {
  const { team } = context.get(appContext)
  return {
    accounts: team.publishedCodes(),
  }
}

export default function SecondFactor({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        eyebrow="Demonstração"
        title="Segundo fator"
        lead="O código de cada conta da equipe, agora. Muda a toda hora, e cada um vale uma vez."
      />
      <div className="wrap">
        <dl className="facts">
          {loaderData.accounts.map(({ email, role, code, secondFactor }) => (
            <div key={email}>
              <dt>
                {email} ({deskCopy.roles[role as keyof typeof deskCopy.roles]})
              </dt>
              <dd>
                <b>{code}</b> · chave {secondFactor}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}

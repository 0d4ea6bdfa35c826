import { legalCopy } from '../../copy/legal.ts'
import { termsMeta, termsOfUse } from '../../copy/terms.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/terms.ts'
import { LegalPage } from './legal/legal-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...termsMeta, path: paths.terms() })

export default function Terms() {
  return (
    <LegalPage
      document={termsOfUse(useCompany())}
      other={{ href: paths.privacy(), label: legalCopy.other.privacy }}
    />
  )
}

import { legalCopy } from '../../copy/legal.ts'
import { privacyMeta, privacyPolicy } from '../../copy/privacy.ts'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPage } from './legal/legal-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacyMeta, path: paths.privacy() })

export default function Privacy() {
  return (
    <LegalPage
      document={privacyPolicy(useCompany())}
      other={{ href: paths.terms(), label: legalCopy.other.terms }}
    />
  )
}

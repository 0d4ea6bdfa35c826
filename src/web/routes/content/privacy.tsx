import { legalCopy } from '../../copy/legal.ts'
import { privacyMeta, privacyPolicy } from '../../copy/privacy.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useCompany } from '../../ui/use-company.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPage } from './legal/legal-page.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacyMeta, path: '/privacidade' })

export default function Privacy() {
  return (
    <LegalPage
      document={privacyPolicy(useCompany())}
      other={{ href: '/termos', label: legalCopy.other.terms }}
    />
  )
}

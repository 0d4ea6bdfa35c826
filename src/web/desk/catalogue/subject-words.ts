import {
  byKind,
  COMPANY_SUBJECT,
  type Content,
  release,
  type Service,
  type Subject,
} from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { paths } from '../../paths.ts'
import { nameOfPage } from './page-fields.ts'

/**
 * Returns the name of a subject: 'Limpeza de Nome, preços'.
 *
 * @param titleOf returns the title of a service in force
 */
export function titleOfSubject(
  subject: Subject,
  content: Content,
  titleOf: (id: string) => string | undefined,
): string {
  const named = byKind(subject, { content })
  const { id } = named
  switch (named.kind) {
    case 'service':
      return `${named.content.title}: ${copy.kinds.service}`
    case 'plans':
    case 'steps':
      return `${titleOf(id) ?? id}: ${copy.kinds[named.kind]}`
    case 'lookup':
      return named.content.title
    case 'claim':
      return `${copy.kinds.claim}: ${named.content.value}`
    case 'testimonial':
      return `${copy.kinds.testimonial}: ${named.content.name}`
    case 'reminder':
      return `${copy.kinds.reminder}: ${copy.reminders[named.id].toLowerCase()}`
    case 'message':
      return `${copy.kinds.message}: ${named.content.texts.subject ?? id}`
    case 'page':
      return `${copy.kinds.page}: ${nameOfPage(id)}`
    case 'company':
      return copy.groups.company
    default:
      return named satisfies never
  }
}

const companyPages = [
  { path: paths.home(), label: 'Início' },
  { path: paths.terms(), label: 'Termos de uso' },
  { path: paths.privacy(), label: 'Privacidade' },
]

const pathsOfPages: Readonly<Record<string, { path: string; label: string }>> = {
  landing: { path: paths.home(), label: 'Início' },
  services: { path: paths.services(), label: 'Serviços' },
  footer: { path: paths.home(), label: 'Início' },
  terms: { path: paths.terms(), label: 'Termos de uso' },
  privacy: { path: paths.privacy(), label: 'Privacidade' },
}

/** Returns the pages of the shop that show a subject. */
export function pagesOf(subject: Subject): { path: string; label: string }[] {
  if (subject === COMPANY_SUBJECT) return companyPages
  const [kind, id = ''] = subject.split(':')
  const home = { path: paths.home(), label: 'Início' }
  const all = { path: paths.services(), label: 'Serviços' }
  const terms = { path: paths.terms(), label: 'Termos de uso' }
  if (kind === 'page' && Object.hasOwn(pathsOfPages, id)) return [pathsOfPages[id] ?? home]
  const service = release.services.find((other) => other.id === id)
  if (kind === 'page' && service) return [pageOf(service)]
  if (service) return [pageOf(service), all, home, terms]
  const look = release.consultations.find((other) => other.id === id)
  if (kind === 'lookup' && look) {
    return [{ path: paths.consultation(look.id), label: look.title }, all, home, terms]
  }
  if (kind === 'reminder' || kind === 'message') return []
  if (kind === 'testimonial') return [home]
  const claim = release.claims.find((other) => other.id === id)
  const place = release.services.find((other) => other.id === claim?.place)
  return [...(place ? [pageOf(place)] : []), home, all, terms]
}

function pageOf({ id, title }: Service) {
  return { path: paths.service(id), label: title }
}

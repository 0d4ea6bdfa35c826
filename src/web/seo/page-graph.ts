import { consultations, services } from '../../modules/catalogue/public.ts'
import { paths } from '../paths.ts'
import {
  breadcrumbJsonLd,
  catalogueJsonLd,
  consultationJsonLd,
  faqJsonLd,
  type JsonLd,
  organizationJsonLd,
  type Site,
  serviceJsonLd,
  websiteJsonLd,
} from './json-ld.ts'

export interface GraphPage {
  title: string
  /** '/service/clean-name'. */
  path: string
  /** Only questions that the page shows. */
  questions?: readonly { question: string; answer: string }[]
}

/**
 * Returns the structured data of a public page: the company, the service or look-up it sells (found by its path), and its
 * breadcrumbs.
 */
export function pageGraph({ title, path, questions }: GraphPage, site: Site): JsonLd {
  const service = services().find(({ id }) => paths.service(id) === path)
  const consultation = consultations().find(({ id }) => paths.consultation(id) === path)
  const name = service?.title ?? consultation?.title ?? title
  const breadcrumbs = [
    { title: 'Início', path: paths.home() },
    ...(service || consultation ? [cataloguePage] : []),
    { title: name, path },
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organizationJsonLd(site),
      ...(path === paths.home() ? [websiteJsonLd(site)] : [breadcrumbJsonLd(breadcrumbs, site)]),
      ...(path === cataloguePage.path ? [catalogueJsonLd(catalogueEntries(), site)] : []),
      ...(service ? [serviceJsonLd(service, site)] : []),
      ...(consultation ? [consultationJsonLd(consultation, site)] : []),
      ...(questions?.length ? [faqJsonLd(questions)] : []),
    ],
  }
}

function catalogueEntries() {
  return [
    ...services().map(({ id, title }) => ({ title, path: paths.service(id) })),
    ...consultations().map(({ id, title }) => ({ title, path: paths.consultation(id) })),
  ]
}

const cataloguePage = { title: 'Serviços', path: paths.services() }

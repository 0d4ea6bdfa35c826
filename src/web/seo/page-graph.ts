import { consultations, services } from '../../modules/catalogue/public.ts'
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
  /** Only of questions that the page shows. */
  questions?: readonly { question: string; answer: string }[]
}

/**
 * All that a public page tells search engines: the company, what the page sells (known by its path) and where it
 * stands.
 */
export function pageGraph({ title, path, questions }: GraphPage, site: Site): JsonLd {
  const service = services.find(({ route }) => route === path)
  const consultation = consultations.find(({ route }) => route === path)
  const name = service?.title ?? consultation?.title ?? title
  const trail = [
    { title: 'Início', path: '/' },
    ...(service || consultation ? [catalogue] : []),
    { title: name, path },
  ]
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organizationJsonLd(site),
      ...(path === '/' ? [websiteJsonLd(site)] : [breadcrumbJsonLd(trail, site)]),
      ...(path === catalogue.path ? [catalogueJsonLd([...services, ...consultations], site)] : []),
      ...(service ? [serviceJsonLd(service, site)] : []),
      ...(consultation ? [consultationJsonLd(consultation, site)] : []),
      ...(questions?.length ? [faqJsonLd(questions)] : []),
    ],
  }
}

const catalogue = { title: 'Serviços', path: '/services' }

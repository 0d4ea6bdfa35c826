import type { Company } from '../../core/company.ts'
import { toDecimal } from '../../core/money.ts'
import { type Consultation, howToPay, type Plan, type Service } from '../../modules/catalogue/public.ts'
import { opening } from '../copy/opening-hours.ts'
import { siteName } from '../copy/shell.ts'
import { paths } from '../paths.ts'
import { ogImageOf } from './og-cards.ts'

/** One node of schema.org, as embedded in a `<script type="application/ld+json">`. */
export type JsonLd = { [key: string]: string | number | boolean | JsonLd | string[] | JsonLd[] }

/** The site's origin and its company. `publicUrl` has no trailing slash. */
export interface Site {
  publicUrl: string
  company: Company
}

/** Describes the company: an Organization that people can call, write to and visit (Decreto 7.962, art. 2). */
export function organizationJsonLd({ publicUrl, company }: Site): JsonLd {
  return {
    '@type': 'ProfessionalService',
    '@id': organizationId(publicUrl),
    name: siteName,
    legalName: company.legalName,
    taxID: company.cnpj,
    url: `${publicUrl}/`,
    image: publicUrl + ogImageOf(paths.home()).path,
    address: postalAddress(company.address),
    telephone: company.phone,
    email: company.email,
    sameAs: [company.instagram],
    areaServed: brazil,
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: onTheHour(opening.opens),
      closes: onTheHour(opening.closes),
    },
  }
}

/** Describes the site itself, on the landing page. */
export function websiteJsonLd({ publicUrl }: Site): JsonLd {
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#site`,
    name: siteName,
    url: `${publicUrl}/`,
    inLanguage: 'pt-BR',
    publisher: { '@id': organizationId(publicUrl) },
  }
}

/** Describes a service with one offer per plan. A service without plans has no offers. */
export function serviceJsonLd(service: Service, { publicUrl }: Site): JsonLd {
  const url = publicUrl + paths.service(service.id)
  const offers = service.plans.map((plan) => planOffer(service, plan, publicUrl))
  return {
    '@type': 'Service',
    '@id': `${url}#servico`,
    name: service.title,
    serviceType: service.title,
    description: service.summary,
    url,
    image: publicUrl + ogImageOf(paths.service(service.id)).path,
    provider: { '@id': organizationId(publicUrl) },
    areaServed: brazil,
    termsOfService: publicUrl + paths.terms(),
    ...(offers.length > 0 && { offers }),
  }
}

/** Describes a look-up: a service with a single price. */
export function consultationJsonLd(consultation: Consultation, { publicUrl }: Site): JsonLd {
  const url = publicUrl + paths.consultation(consultation.id)
  return {
    '@type': 'Service',
    '@id': `${url}#consulta`,
    name: consultation.title,
    description: consultation.summary,
    url,
    image: publicUrl + ogImageOf(paths.consultation(consultation.id)).path,
    provider: { '@id': organizationId(publicUrl) },
    areaServed: brazil,
    termsOfService: publicUrl + paths.terms(),
    offers: offer({ name: consultation.title, price: consultation.price, url, publicUrl }),
  }
}

/** Describes the catalogue, in its order. */
export function catalogueJsonLd(
  entries: readonly { title: string; path: string }[],
  { publicUrl }: Site,
): JsonLd {
  return {
    '@type': 'ItemList',
    itemListElement: entries.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: publicUrl + path,
    })),
  }
}

/** Describes the breadcrumbs from the landing page to this one. */
export function breadcrumbJsonLd(
  breadcrumbs: readonly { title: string; path: string }[],
  { publicUrl }: Site,
): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: publicUrl + path,
    })),
  }
}

/** Describes the questions and answers that the page shows. */
export function faqJsonLd(questions: readonly { question: string; answer: string }[]): JsonLd {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

const brazil: JsonLd = { '@type': 'Country', name: 'BR' }

function organizationId(publicUrl: string): string {
  return `${publicUrl}/#empresa`
}

/** Describes a plan as an offer. Its price is the total: the sum of all instalments. */
function planOffer(service: Service, plan: Plan, publicUrl: string): JsonLd {
  const variant = service.variants?.find(({ id }) => id === plan.variant)
  return offer({
    name: variant ? `${variant.label}: ${plan.label}` : plan.label,
    description: howToPay(plan),
    price: plan.total,
    url: publicUrl + paths.service(service.id),
    publicUrl,
  })
}

function offer(input: { name: string; description?: string; price: number; url: string; publicUrl: string }) {
  const { name, description, price, url, publicUrl } = input
  return {
    '@type': 'Offer',
    name,
    ...(description && { description }),
    price: toDecimal(price),
    priceCurrency: 'BRL',
    availability: 'https://schema.org/InStock',
    url,
    seller: { '@id': organizationId(publicUrl) },
  }
}

/** Parses the address: the configuration has it as one line; city, state and CEP are extracted if possible. */
function postalAddress(line: string): JsonLd {
  const cep = line.match(/\d{5}-?\d{3}/)?.[0]
  const city = line.match(/(?:^|,)\s*([^,]+)\/([A-Z]{2})\b/)
  const street = city ? line.slice(0, city.index).trim() : line
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    ...(city?.[1] && city[2] && { addressLocality: city[1], addressRegion: city[2] }),
    ...(cep && { postalCode: cep }),
    addressCountry: 'BR',
  }
}

/** Converts 8 to '08:00'. */
function onTheHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

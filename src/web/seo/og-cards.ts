import { formatBRLShort } from '../../core/money.ts'
import {
  type Catalogue,
  type Consultation,
  catalogue,
  release,
  type Service,
} from '../../modules/catalogue/public.ts'
import { originalOf } from '../copy/editable.ts'
import { landingCopy } from '../copy/landing.ts'
import { paths } from '../paths.ts'

/** Texts of a link preview image. scripts/og-images.ts draws each to public/og/<file>. */
export interface OgCard {
  file: string
  title: string
  /** 'a partir de' and 'R$ 400'; absent for services quoted individually. */
  price?: { label: string; amount: string }
  note: string
}

export const ogSize = { width: 1200, height: 630 } as const

const site: OgCard = {
  file: 'recomeco.png',
  title: originalOf(landingCopy).texts.title ?? '',
  note: 'O preço inteiro antes. Cada etapa à vista.',
}

function cardOfService({ id, title, priceFrom, promise }: Service): OgCard {
  return {
    file: `${id}.png`,
    title,
    ...(priceFrom !== undefined && { price: { label: 'a partir de', amount: formatBRLShort(priceFrom) } }),
    note: `Prazo: ${promise.text}`,
  }
}

function cardOfConsultation({ id, title, price, promise }: Consultation): OgCard {
  return {
    file: `consulta-${id}.png`,
    title,
    price: { label: 'por consulta', amount: formatBRLShort(price) },
    note: `Resultado ${promise.text}`,
  }
}

/** Returns the cards of the services and look-ups of a catalogue, by the path of their pages. */
function cardsOf(sold: Pick<Catalogue, 'services' | 'consultations'>): Map<string, OgCard> {
  return new Map([
    ...sold.services.map((service) => [paths.service(service.id), cardOfService(service)] as const),
    ...sold.consultations.map((look) => [paths.consultation(look.id), cardOfConsultation(look)] as const),
  ])
}

const drawn = cardsOf(release)

/** Every image: the site's, one per service and one per look-up, with the words and prices of the release. */
export const ogCards: readonly OgCard[] = [site, ...drawn.values()]

/**
 * Returns the image of a page: that of its service or look-up, otherwise the site's. Images are drawn at release: if the shop's
 * texts differ from the drawn ones, the site's image is used.
 */
export function ogImageOf(path: string): { path: string; alt: string } {
  const own = drawn.get(path)
  const says = own && cardsOf(catalogue()).get(path)
  const card = own && JSON.stringify(says) === JSON.stringify(own) ? own : site
  const price = card.price ? `, ${card.price.label} ${card.price.amount}` : ''
  return { path: `/og/${card.file}`, alt: `${card.title}${price}` }
}

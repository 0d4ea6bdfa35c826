import { formatBRLShort } from '../../core/money.ts'
import { consultations, services } from '../../modules/catalogue/public.ts'
import { landingCopy } from '../copy/landing.ts'
import { paths } from '../paths.ts'

/** The texts of a link preview image. scripts/og-images.ts draws each to public/og/<file>. */
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
  title: landingCopy.title,
  note: 'O preço inteiro antes. Cada etapa à vista.',
}

const cardsByPath = new Map<string, OgCard>([
  ...services.map(({ id, title, priceFrom, promise }): [string, OgCard] => [
    paths.service(id),
    {
      file: `${id}.png`,
      title,
      ...(priceFrom !== undefined && {
        price: { label: 'a partir de', amount: formatBRLShort(priceFrom) },
      }),
      note: `Prazo: ${promise.text}`,
    },
  ]),
  ...consultations.map(({ id, title, price, promise }): [string, OgCard] => [
    paths.consultation(id),
    {
      file: `consulta-${id}.png`,
      title,
      price: { label: 'por consulta', amount: formatBRLShort(price) },
      note: `Resultado ${promise.text}`,
    },
  ]),
])

/** Every image: the site's, one per service and one per look-up. */
export const ogCards: readonly OgCard[] = [site, ...cardsByPath.values()]

/** The image of a page: that of its service or look-up, else the site's. */
export function ogImageOf(path: string): { path: string; alt: string } {
  const card = cardsByPath.get(path) ?? site
  const price = card.price ? `, ${card.price.label} ${card.price.amount}` : ''
  return { path: `/og/${card.file}`, alt: `${card.title}${price}` }
}

import { formatBRLShort } from '../../core/money.ts'
import { consultations, services } from '../../modules/catalogue/public.ts'
import { landingCopy } from '../copy/landing.ts'
import { paths } from '../paths.ts'

/** What the picture of a shared link says. scripts/og-images.ts draws each to public/og/<file>. */
export interface OgCard {
  file: string
  title: string
  /** 'a partir de' and 'R$ 400'; absent where the price is agreed in writing. */
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

/** Every picture: the site's own, one for each service and one for each look-up. */
export const ogCards: readonly OgCard[] = [site, ...cardsByPath.values()]

/** The picture of a page: its service's own, or the site's. */
export function ogImageOf(path: string): { path: string; alt: string } {
  const card = cardsByPath.get(path) ?? site
  const price = card.price ? `, ${card.price.label} ${card.price.amount}` : ''
  return { path: `/og/${card.file}`, alt: `${card.title}${price}` }
}

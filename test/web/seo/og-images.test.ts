import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ogCards, ogImageOf, ogSize } from '../../../src/web/seo/og-cards.ts'

test('each image is 1200 by 630 and small enough for a slow connection', () => {
  for (const { file } of ogCards) {
    const png = readFileSync(`public/og/${file}`)
    expect(png.subarray(1, 4).toString(), file).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([ogSize.width, ogSize.height])
    expect(png.length, file).toBeLessThanOrEqual(64 * 1024)
  }
})

test('the images match the catalogue: otherwise run node scripts/og-images.ts', () => {
  expect(JSON.parse(readFileSync('scripts/og-images.json', 'utf8'))).toEqual(ogCards)
})

test('a service has its own image, any other page that of the site', () => {
  expect(ogImageOf('/service/serasa-score')).toEqual({
    path: '/og/serasa-score.png',
    alt: 'Levantamento de Score Serasa, a partir de R$ 497',
  })
  expect(ogImageOf('/termos').path).toBe('/og/recomeco.png')
})

test('the manifest names existing icons with their sizes, one of them maskable', () => {
  const { icons, ...manifest } = JSON.parse(readFileSync('public/site.webmanifest', 'utf8')) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
    start_url: string
    display: string
  }
  expect(manifest).toMatchObject({ start_url: '/payments', display: 'standalone' })
  for (const { src, sizes, type } of icons) {
    const file = readFileSync(`public${src}`)
    if (type === 'image/svg+xml') expect(file.toString()).toContain('<svg')
    else expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['any', '192x192', '512x512']))
})

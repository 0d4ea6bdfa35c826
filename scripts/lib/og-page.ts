import type { OgCard } from '../../src/web/seo/og-cards.ts'

/**
 * Returns the HTML page from which an Open Graph image is rendered, with the colours of src/web/tokens.css.
 *
 * @param face the display font, woff2 as base64
 */
export function ogPage({ title, price, note }: OgCard, face: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<style>
  @font-face { font-family: Bricolage; src: url(data:font/woff2;base64,${face}) format('woff2'); font-weight: 500 800 }
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; background: #fbf8f2; color: #14241e; font: 650 30px/1.25 Bricolage; letter-spacing: -0.01em }
  .land { position: absolute; inset: 0 }
  .mark { position: absolute; left: 76px; top: 62px; display: flex; gap: 18px; align-items: center; font-size: 40px; letter-spacing: -0.02em }
  h1 { position: absolute; left: 76px; top: 152px; width: 980px; font-size: ${titleSize(title)}px; font-weight: 650; line-height: 1.03; letter-spacing: -0.025em; text-wrap: balance }
  .foot { position: absolute; left: 76px; right: 76px; bottom: 54px; display: flex; justify-content: space-between; align-items: flex-end; gap: 40px; color: #eaf3ee }
  .price { font-size: 30px; color: #bbd3c8 }
  .price b { display: block; font-size: 84px; font-weight: 650; line-height: 1; letter-spacing: -0.03em; color: #fff }
  .note { font-size: 32px; padding-bottom: 6px }
</style>
<svg class="land" viewBox="0 0 1200 630" aria-hidden="true">
  <circle cx="1052" cy="408" r="90" fill="#f2a33a"/>
  <path d="M0 396C210 352 410 428 640 392s350-54 560-6v244H0z" fill="#e9e1d1"/>
  <path d="M0 446c250-36 480 14 700-16s330-34 500 4v196H0z" fill="#083f31"/>
</svg>
<p class="mark"><svg width="62" height="44" viewBox="0 0 34 24"><path d="M5 17a12 12 0 0 1 24 0z" fill="#f2a33a"/><path d="M1.5 19.7h31" stroke="#0c5542" stroke-width="3" stroke-linecap="round"/></svg>Recomeço</p>
<h1>${html(title)}</h1>
<div class="foot">
  ${price ? `<p class="price">${html(price.label)}<b>${html(price.amount)}</b></p>` : ''}
  <p class="note">${html(note)}</p>
</div>
`
}

/** Returns a page with the logo mark, which is 34 wide, in the middle of a square with this side. */
export function iconPage(side: number): string {
  const [x, y] = [17 - side / 2, 13 - side / 2]
  return `<!doctype html><style>* { margin: 0 } svg { display: block; width: 100vw; height: 100vh; background: #fbf8f2 }</style>
<svg viewBox="${x} ${y} ${side} ${side}"><path d="M5 17a12 12 0 0 1 24 0z" fill="#f2a33a"/><path d="M1.5 19.7h31" stroke="#0c5542" stroke-width="3" stroke-linecap="round"/></svg>`
}

/** Returns the font size of a title: long titles wrap to two lines, which must not overlap the landscape. */
function titleSize(title: string): number {
  return title.length > 24 ? 88 : 104
}

function html(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

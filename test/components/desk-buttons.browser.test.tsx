import { afterEach, expect, test } from 'vitest'
import '../../src/web/desk/desk.css'
import controls from '../../src/web/ui/css/controls.css?inline'

// Removed again, because the tests of components share a document.
const style = document.createElement('style')
afterEach(() => {
  style.remove()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('style')
})

test('the words of a button that is sending have the colour of those of any disabled button', () => {
  const colours = { '--color-on-mata': 'rgb(255, 255, 255)', '--color-ink-3': 'rgb(90, 90, 90)' }
  for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(name, value)
  // Before the style of the desk, as the pages have it.
  style.textContent = controls
  document.head.prepend(style)
  document.body.innerHTML = `<main class="desk"><div class="desk-main">
    <button class="btn btn-primary">Entregar</button>
    <button class="btn btn-primary" disabled>Entregando…</button>
    <a class="btn btn-primary" href="#">Abrir</a>
  </div></main>`
  const shown = [...document.querySelectorAll('.btn')].map((button) => getComputedStyle(button).color)
  expect(shown).toEqual(['rgb(255, 255, 255)', 'rgb(90, 90, 90)', 'rgb(255, 255, 255)'])
})

import { expect, test } from 'vitest'
import { chromiumArgs, chromiumPlaces } from '../../scripts/lib/chromium.ts'

test('on Linux the headless shell precedes Chromium and Chromium Chrome, and the PATH is searched', () => {
  const places = chromiumPlaces('linux', { PATH: '/opt/tools' })
  expect(places.slice(0, 2)).toEqual([
    '/usr/bin/chromium-headless-shell',
    '/opt/tools/chromium-headless-shell',
  ])
  expect(places).toContain('/opt/tools/google-chrome')
  expect(places.indexOf('/opt/tools/chromium')).toBeLessThan(places.indexOf('/usr/bin/google-chrome'))
})

test('a folder that is also in the PATH is searched once', () => {
  const places = chromiumPlaces('linux', { PATH: '/usr/bin:/usr/bin' })
  expect(new Set(places).size).toBe(places.length)
})

test('on macOS and Windows the usual application folders are searched', () => {
  expect(chromiumPlaces('darwin', {})).toContain(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )
  expect(chromiumPlaces('win32', { PROGRAMFILES: 'C:\\Programs' })).toContain(
    'C:\\Programs\\Google\\Chrome\\Application\\chrome.exe',
  )
})

test('Chromium can run as root and makes no background requests', () => {
  expect(chromiumArgs).toContain('--no-sandbox')
  expect(chromiumArgs).toContain('--disable-background-networking')
})

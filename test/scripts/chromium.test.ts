import { expect, test } from 'vitest'
import { chromiumArgs, chromiumPlaces } from '../../scripts/lib/chromium.ts'

test('on Linux Chromium goes before Chrome, and folders of the path are looked into', () => {
  const places = chromiumPlaces('linux', { PATH: '/opt/tools' })
  expect(places[0]).toBe('/usr/bin/chromium')
  expect(places).toContain('/opt/tools/google-chrome')
  expect(places.indexOf('/opt/tools/chromium')).toBeLessThan(places.indexOf('/usr/bin/google-chrome'))
})

test('a folder that is on the path as well is looked into once', () => {
  const places = chromiumPlaces('linux', { PATH: '/usr/bin:/usr/bin' })
  expect(new Set(places).size).toBe(places.length)
})

test('on macOS and Windows the usual places of applications are known', () => {
  expect(chromiumPlaces('darwin', {})).toContain(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  )
  expect(chromiumPlaces('win32', { PROGRAMFILES: 'C:\\Programs' })).toContain(
    'C:\\Programs\\Google\\Chrome\\Application\\chrome.exe',
  )
})

test('Chromium runs as root and calls no host of its own', () => {
  expect(chromiumArgs).toContain('--no-sandbox')
  expect(chromiumArgs).toContain('--disable-background-networking')
})

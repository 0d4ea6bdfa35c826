/** Browser and system of a device, by their common names. */
export interface Device {
  browser: string | undefined
  system: string | undefined
}

/** The first match applies: most browsers also name the ones that they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV/, 'Facebook'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Parses a `User-Agent`. Only these names are shown on a page. */
export function deviceOf(userAgent: string): Device {
  const named = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return { browser: named(browsers), system: named(systems) }
}

/**
 * Colours of an e-mail: those of src/web/tokens.css under the same names, as values, because mail clients do not support custom
 * properties (test/modules/notifications/every-message.test.ts compares them).
 */
export interface Colours {
  paper: string
  surface: string
  sunk: string
  line: string
  ink: string
  'ink-2': string
  'ink-3': string
  mata: string
  'on-mata': string
  sol: string
}

export const light: Colours = {
  paper: '#fbf8f2',
  surface: '#fff',
  sunk: '#f3eee4',
  line: '#e2dacb',
  ink: '#14241e',
  'ink-2': '#47564f',
  'ink-3': '#5e6a63',
  mata: '#0c5542',
  'on-mata': '#fff',
  sol: '#f2a33a',
}

export const dark: Colours = {
  ...light,
  paper: '#0f1613',
  surface: '#18211d',
  sunk: '#1e2924',
  line: '#33433b',
  ink: '#edf3ef',
  'ink-2': '#bfcdc5',
  'ink-3': '#a4b4ab',
  mata: '#84d3b6',
  'on-mata': '#06271d',
}

/** Fonts of the device, because a mail loads nothing. */
export const face = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif"

type Colour = keyof Colours

/** Properties that each class colours; a style attribute sets them for light mode, a rule in the head for dark mode. */
const roles = {
  page: { background: 'sunk' },
  card: { background: 'surface', 'border-color': 'line' },
  foot: { background: 'paper', 'border-color': 'line', color: 'ink-2' },
  text: { color: 'ink' },
  soft: { color: 'ink-2' },
  faint: { color: 'ink-3' },
  rule: { 'border-color': 'line' },
  fill: { background: 'mata' },
  label: { color: 'on-mata' },
  link: { color: 'mata' },
} as const satisfies Record<string, Partial<Record<'background' | 'border-color' | 'color', Colour>>>

export type Role = keyof typeof roles

/** Returns the light colours of a role, as a React style. */
export function colour(role: Role): Record<string, string> {
  return Object.fromEntries(
    Object.entries(roles[role]).map(([property, name]) => [camel(property), light[name]]),
  )
}

/**
 * Returns the rules that replace the light colours. Clients without support for them show the light mail, or darken it
 * themselves.
 */
export function darkRules(): string {
  return Object.entries(roles)
    .map(([role, properties]) => {
      const changes = Object.entries(properties).map(
        ([property, name]) => `${property}:${dark[name]}!important`,
      )
      return `.${role}{${changes.join(';')}}`
    })
    .join('')
}

function camel(property: string): string {
  return property.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

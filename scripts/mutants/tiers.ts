/** What is mutated together, and which tests judge it. */
export interface Tier {
  /** The files that are mutated. */
  readonly targets: (file: string) => boolean
  /** Whether a test file judges them, by its path and its text. */
  readonly judges: (test: string, text: string) => boolean
  /** The tests need a PostgreSQL server. */
  readonly database: boolean
  /** A mutant that survives so many milliseconds of the tests that run it has survived. */
  readonly budgetMs: number
  /** Too long for one run: what it finds out is kept, and the score is that of all slices (measured.ts). */
  readonly sliced: boolean
  /** A worker without output for this long runs an endless mutant. */
  readonly silenceMs: number
  /** How many mutants the sample has. */
  readonly sample: number
}

const domain = /^src\/modules\/[^/]+\/domain\//

/**
 * The pure code: domain, forms and what both stand on. Its tests need nothing of Vitest but
 * `describe`, `expect` and `test`: what starts a server or keeps a state from test to test is left out.
 */
const pure: Tier = {
  targets: (file) => file.startsWith('src/core/') || domain.test(file) || file.startsWith('src/web/forms/'),
  judges: (test, text) =>
    /^test\/(core|modules|platform|web)\//.test(test) &&
    namesFromVitest(text).every((name) => ['describe', 'expect', 'test'].includes(name)),
  database: false,
  budgetMs: Number.POSITIVE_INFINITY,
  sliced: false,
  silenceMs: 120_000,
  sample: 80,
}

/**
 * The rest of the money module: use cases, SQL, adapters. Its tests run on PostgreSQL and at the simulator. Tables are left out, because
 * migrations make them; so are texts, and the adapter that stands in for a provider. Tests of some thousand alterations, of every
 * pair at once or of killed workers take longer than a mutant is given.
 */
const money: Tier = {
  targets: (file) =>
    file.startsWith('src/modules/payments/') &&
    !domain.test(file) &&
    !/\/(tables\.server|messages|message-kinds|in-memory)\.ts$/.test(file),
  judges: (test) =>
    /^test\/(modules\/payments|hostile\/provider)/.test(test) &&
    !/\/(concurrency|field-by-field|killed-workers|mutated)\.test\.ts$/.test(test),
  database: true,
  budgetMs: 20_000,
  sliced: true,
  silenceMs: 300_000,
  sample: 300,
}

export const tiers = { pure, money }

function namesFromVitest(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from 'vitest'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
}

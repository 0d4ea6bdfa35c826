/** Files that are mutated together, and the tests that judge them. */
export interface Tier {
  /** Checks whether a file is mutated. */
  readonly targets: (file: string) => boolean
  /** Checks whether a test file judges the mutants, by its path and its text. */
  readonly judges: (test: string, text: string) => boolean
  /** Whether the tests need a PostgreSQL server. */
  readonly database: boolean
  /** Time budget in milliseconds: a mutant that survives this duration of the tests that run it has survived. */
  readonly budgetMs: number
  /** Whether the tier is too long for one run: its results are stored, and the score is that of all slices (measured.ts). */
  readonly sliced: boolean
  /** Milliseconds without output after which a worker is considered to run an endless mutant. */
  readonly silenceMs: number
  /** Number of mutants in the sample. */
  readonly sample: number
}

const domain = /^src\/modules\/[^/]+\/domain\//

/**
 * The pure code: domain, forms and the code on which both depend. Its tests use nothing of Vitest except `describe`, `expect` and
 * `test`; tests that start a server or keep state between tests are left out. So are those of loading and of drawing, which run
 * almost none of this code and take a third of the time.
 */
const pure: Tier = {
  targets: (file) => file.startsWith('src/core/') || domain.test(file) || file.startsWith('src/web/forms/'),
  judges: (test, text) =>
    /^test\/(core|modules|platform|web)\//.test(test) &&
    !/\/(read-late|tall-rows)\.test\.ts$/.test(test) &&
    namesFromVitest(text).every((name) => ['describe', 'expect', 'test'].includes(name)),
  database: false,
  budgetMs: Number.POSITIVE_INFINITY,
  sliced: false,
  silenceMs: 120_000,
  sample: 60,
}

/**
 * The rest of the money module: use cases, SQL, adapters. Its tests run on PostgreSQL and with the simulator; so do those of
 * orders and look-ups that regain money. Tables are left out, because migrations create them; so are texts. Tests of thousands of alterations, of every pair at once or of killed workers exceed the time allowed for a
 * mutant.
 */
const money: Tier = {
  targets: (file) =>
    file.startsWith('src/modules/payments/') &&
    !domain.test(file) &&
    !/\/(tables\.server|messages|message-kinds)\.ts$/.test(file),
  judges: (test) =>
    /^test\/(modules\/(payments|orders\/regained-money|consultations\/(consultations|overpaid))|hostile\/provider)/.test(
      test,
    ) && !/\/(concurrency|field-by-field|killed-workers|mutated)\.test\.ts$/.test(test),
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

/** One test case of a report. */
export interface TestCase {
  /** Path from the root of the project, with `/`. */
  readonly file: string
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
}

interface VitestReport {
  readonly testResults: {
    readonly name: string
    readonly assertionResults: { readonly title: string; readonly status: string }[]
  }[]
}

interface PlaywrightSuite {
  readonly specs?: { readonly title: string; readonly file: string; readonly tests: { status: string }[] }[]
  readonly suites?: PlaywrightSuite[]
}

interface PlaywrightReport {
  readonly config: { readonly rootDir: string }
  readonly suites: PlaywrightSuite[]
}

/**
 * Returns the test cases of a report of Vitest's or Playwright's `json` reporter.
 *
 * @param root the project's folder, as the runner saw it
 * @throws Error if the report is neither
 */
export function casesOf(json: string, root: string): TestCase[] {
  const report = JSON.parse(json) as VitestReport | PlaywrightReport
  if ('testResults' in report) return vitestCases(report, root)
  if ('suites' in report) return playwrightCases(report, root)
  throw new Error('Neither a Vitest nor a Playwright report')
}

function vitestCases({ testResults }: VitestReport, root: string): TestCase[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: fromRoot(name, root),
      title,
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
}

function playwrightCases({ config, suites }: PlaywrightReport, root: string): TestCase[] {
  const folder = fromRoot(config.rootDir, root)
  const outcomes = { expected: 'passed', flaky: 'passed', unexpected: 'failed' } as const
  const read = ({ specs = [], suites = [] }: PlaywrightSuite): TestCase[] => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => ({
        file: `${folder}/${file.replaceAll('\\', '/')}`,
        title,
        outcome: outcomes[status as keyof typeof outcomes] ?? 'skipped',
      })),
    ),
    ...suites.flatMap(read),
  ]
  return suites.flatMap(read)
}

function fromRoot(path: string, root: string): string {
  const [plain, base] = [path, root].map((one) => one.replaceAll('\\', '/').replace(/\/$/, ''))
  return plain?.startsWith(`${base}/`) ? plain.slice((base?.length ?? 0) + 1) : (plain ?? '')
}

import { expect, test } from 'vitest'
import { whyRefused } from '../../scripts/lib/arguments.mjs'

test('an unknown step is an error that lists the known ones', () => {
  expect(whyRefused('test', ['unit', 'nothing-like-it', 'nor-this'])).toMatch(
    /^Unknown: nothing-like-it, nor-this\. The steps: build, postgres, .+, components, pointers\.$/,
  )
  expect(whyRefused('check', ['torture'])).toBe(
    'Unknown: torture. The steps: types, lint, knip, architecture, unit.',
  )
})

test.each([
  ['test', []],
  ['test', ['unit', 'lint']],
  ['check', []],
  ['torture', ['--customers', '3', '--plant', 'skip-lock']],
  ['torture', ['--embedded', '--rounds', '2']],
  ['bench', ['--quick', '--web', '2']],
  ['mutants', ['--sample', '--workers', '1']],
  ['mutants', ['--only', 'src/core/', '--tests', 'test/core/']],
  ['start', ['--anything']],
])('%s accepts %j', (command, args) => {
  expect(whyRefused(command, args)).toBeUndefined()
})

test.each([
  ['torture', ['--rounds', '2']],
  ['torture', ['--embedded', '--customers', '3']],
  ['torture', ['--customers']],
  ['torture', ['lint']],
  ['mutants', ['--all']],
  ['bench', ['--fast']],
  ['bench', ['--quick=yes']],
])('%s refuses %j, and says what it accepts', (command, args) => {
  expect(whyRefused(command, args)).toMatch(/^\S.+\. The options: --.+\.$/)
})

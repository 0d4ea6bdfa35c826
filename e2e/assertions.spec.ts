import { test } from './support/test.ts'

test.fail('a test without an assertion fails @js', () => {})

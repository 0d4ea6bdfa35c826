import { expect as uncounted } from '@playwright/test'

let count = 0

/** How many assertions this worker has begun; it runs one test at a time. */
export const assertionCount = () => count

/** Playwright's `expect`, counted: a test that asserts nothing, itself or by a helper, would pass whatever the product does. */
export const expect = new Proxy(uncounted, {
  apply(target, self, given) {
    count += 1
    return Reflect.apply(target, self, given)
  },
  get(target, name) {
    if (name === 'poll' || name === 'soft') count += 1
    return Reflect.get(target, name)
  },
})

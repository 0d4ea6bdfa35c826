export { day, hour, LINK_LIFETIME, SESSION_LIFETIME } from './domain/lifetimes.ts'
export { accountTypes, type Viewer } from './domain/person.ts'
export { isEmail, LONGEST_PASSWORD } from './domain/typed.ts'

/** Too many tries: may be tried again at `retryAt`. */
export interface TooMany {
  ok: false
  code: 'too_many_attempts'
  retryAt: Date
}

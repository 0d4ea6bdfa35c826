export { isEmail, MAX_PASSWORD_LENGTH } from './domain/credentials.ts'
export { day, hour, LINK_LIFETIME, SESSION_LIFETIME } from './domain/lifetimes.ts'
export { accountTypes, type Viewer } from './domain/person.ts'

/** A rate limit was exceeded: try again at `retryAt`. */
export interface TooMany {
  ok: false
  code: 'too_many_attempts'
  retryAt: Date
}

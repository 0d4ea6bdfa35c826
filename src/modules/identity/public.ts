export type { ShownStep } from './confirm-email.ts'
export { isEmail, MAX_PASSWORD_LENGTH } from './domain/credentials.ts'
export type { Device } from './domain/device.ts'
export {
  DEVICE_LIFETIME,
  LINK_LIFETIME,
  SESSION_LIFETIME,
  SESSION_MAX_AGE,
} from './domain/lifetimes.ts'
export { isContactSearch } from './domain/people-search.ts'
export { accountTypes, type Viewer } from './domain/person.ts'
export type { OwnSession } from './own-sessions.ts'

/** A rate limit was exceeded: try again at `retryAt`. */
export interface TooMany {
  ok: false
  code: 'too_many_attempts'
  retryAt: Date
}

/** Limits for a person's name in forms, characters; a registration accepts longer ones. */
export const NAME_MIN = 2
/** For the contracting party and the requester of a look-up. */
export const NAME_MAX = 120

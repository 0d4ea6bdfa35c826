/** How long a person's name may be, in characters, wherever one is typed; a registration takes longer ones. */
export const NAME_MIN = 2
/** Of the contracting party and of who asks for a look-up. */
export const NAME_MAX = 120

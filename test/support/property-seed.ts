import fc from 'fast-check'

/** A fixed seed makes runs repeatable; STORY_SEED sets another one, to search further. */
export const propertySeed = Number(process.env.STORY_SEED ?? 20_261_122)
fc.configureGlobal({ seed: propertySeed })

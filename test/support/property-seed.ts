import fc from 'fast-check'

/** A fixed seed makes runs repeatable; STORY_SEED sets another one, to search further. */
fc.configureGlobal({ seed: Number(process.env.STORY_SEED ?? 20_261_122) })

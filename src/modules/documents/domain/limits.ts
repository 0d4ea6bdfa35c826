/** Largest single file, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024

/** Most documents one person keeps. */
export const MOST_DOCUMENTS = 30

/** Most one person keeps in all, in bytes. */
export const MOST_BYTES = 150 * 1024 * 1024

/** An upload that did not finish, or a removal whose file is still there, is taken up again after this, in ms. */
export const UNFINISHED_AFTER = 60 * 60 * 1000

/** How a reader proved to be the buyer: by the session of the buyer's account, or by a code sent to the request's contact. */
export const viewProofs = ['session', 'code'] as const
export type ViewProof = (typeof viewProofs)[number]

/** The part of a result that a reader opened. */
export const viewedParts = ['page', 'file'] as const
export type ViewedPart = (typeof viewedParts)[number]

/** Numbers that bind the company and that several texts state: by law where an article is cited, else by its own promise. */

/** Days to withdraw from a contract (CDC, art. 49). */
export const WITHDRAWAL_DAYS = 7

/** Maximum late fee for a consumer, percent of the instalment (CDC, art. 52, § 1º). */
export const CONSUMER_LATE_FEE_PERCENT = 2

/** Days within which a question or a complaint is answered (Decreto 7.962/2013, art. 4º, V). */
export const ANSWER_DAYS = 5

/** Minimum age for hiring a service, years. */
export const ADULT_AGE = 18

/** Hours after hiring within which the team contacts the customer. */
export const FIRST_CONTACT_HOURS = 24

/** Hours, on business days, within which a financing proposal is answered. */
export const PROPOSAL_ANSWER_HOURS = 24

/** Business days within which staff review a payment that does not match its charge. */
export const MONEY_REVIEW_DAYS = 1

/** Minutes until a Pix code expires. */
export const PIX_MINUTES = 30

/** Maximum late fee in a contract with a company, percent of the instalment; for consumers see above. */
export const LATE_FEE_PERCENT = 20

/** Maximum late interest, percent per month. */
export const LATE_INTEREST_PERCENT_MONTH = 1

/** Card statements within which a card issuer usually shows a refund. */
export const CARD_REFUND_STATEMENTS = 2

/** Window of the rate limits on requests without an account, hours. */
export const REQUEST_WINDOW_HOURS = 1

/** Hours after the promised time of a look-up within which the team decides about its refund. */
export const LATE_REFUND_HOURS = 24

/** Hours within which the team looks at a document that a customer sent. */
export const DOCUMENT_REVIEW_HOURS = 24

/** Hours within which the team looks at anything that stopped: an undelivered message, a job that failed every attempt. */
export const STOPPED_HOURS = 24

/** Days within which a data subject's request about their own data is answered (LGPD, art. 19, II). */
export const PRIVACY_ANSWER_DAYS = 15

/** Numbers that bind the company and are said in many places: by law where an article is named, else by its own word. */

/** Days to withdraw from a contract (CDC, art. 49). */
export const WITHDRAWAL_DAYS = 7

/** The highest late fee a consumer pays, percent of the instalment (CDC, art. 52, § 1º). */
export const CONSUMER_LATE_FEE_PERCENT = 2

/** Days within which a question or a complaint is answered (Decreto 7.962/2013, art. 4º, V). */
export const ANSWER_DAYS = 5

/** Years of age from which a person may hire. */
export const ADULT_AGE = 18

/** Hours after hiring within which the team speaks with the customer. */
export const FIRST_CONTACT_HOURS = 24

/** Hours, on business days, within which a financing proposal is answered. */
export const PROPOSAL_ANSWER_HOURS = 24

/** Business days within which a person looks at money that does not match its charge. */
export const MONEY_REVIEW_DAYS = 1

/** Minutes for which a PIX code can be paid. */
export const PIX_MINUTES = 30

/** The highest late fee of a contract, percent of the instalment: a company pays it, a consumer less (above). */
export const LATE_FEE_PERCENT = 20

/** The highest interest on arrears, percent a month. */
export const LATE_INTEREST_PERCENT_MONTH = 1

/** Hours over which what one address asks for without an account is counted. */
export const REQUEST_WINDOW_HOURS = 1

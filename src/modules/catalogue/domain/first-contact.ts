import { FIRST_CONTACT_HOURS } from '../../../core/commitments.ts'
import { hoursText } from '../../../core/text.ts'

/** Deadline of the team's first contact with a new customer: 'em até 24 horas'. */
export const firstContact = `em até ${hoursText(FIRST_CONTACT_HOURS)}`

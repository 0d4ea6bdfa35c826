import { FIRST_CONTACT_HOURS } from '../../../core/commitments.ts'
import { hoursText } from '../../../core/text.ts'

/** When the team speaks with whoever hired: 'em até 24 horas'. */
export const firstContact = `em até ${hoursText(FIRST_CONTACT_HOURS)}`

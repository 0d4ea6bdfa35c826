import { REQUEST_WINDOW_HOURS } from '../../core/commitments.ts'
import { hoursText } from '../../core/text.ts'

const wait = REQUEST_WINDOW_HOURS === 1 ? 'uma hora' : hoursText(REQUEST_WINDOW_HOURS)

/** Shown to a guest who exceeded the request limit. */
export const tooManyRequests = `Recebemos muitos pedidos deste endereço. Tente de novo em ${wait} ou fale com a gente no WhatsApp.`

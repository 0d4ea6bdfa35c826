import type { OwnChargeRefusal } from '../../../modules/payments/index.server.ts'
import { paymentErrors as errors } from '../../copy/payments.ts'
import type { Toast } from '../../session/toasts.server.ts'

/** Returns the toast for a refused charge (specification, section 8). */
export function refusalToast(code: OwnChargeRefusal): Toast {
  return { tone: 'destructive', ...messageOf(code) }
}

function messageOf(code: OwnChargeRefusal): { title: string; text: string } {
  const failed = (text: string) => ({ title: errors.failed, text })
  switch (code) {
    case 'nothing_selected':
      return errors.nothingSelected
    case 'no_email':
      return errors.noUser
    case 'no_client_data':
      return errors.noClientData
    case 'too_many':
      return errors.tooMany
    case 'invalid_amount':
      return errors.invalidAmount
    case 'amounts_changed':
      return errors.amountsChanged
    case 'not_found':
      return failed(errors.texts.notFound)
    case 'already_paid':
      return failed(errors.texts.alreadyPaid)
    case 'under_review':
      return failed(errors.texts.underReview)
    case 'invalid_payer':
      return failed(errors.texts.invalidPayer)
    case 'no_pix_key':
      return failed(errors.texts.noPixKey)
    case 'refused':
      return failed(errors.texts.refused)
    case 'unavailable':
      return failed(errors.texts.unavailable)
    case 'wrong_code':
      return failed(errors.texts.wrongCode)
    default:
      return code satisfies never
  }
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import type { ConsultationId } from '../../../modules/catalogue/public.ts'
import type { ConsultationRefusal } from '../../../modules/consultations/index.server.ts'
import { appContext, noticesContext, requestContext, viewerContext } from '../../context.ts'
import { consultFieldErrors, consultNotices as say } from '../../copy/consultations.ts'
import { consultSchema, cpfConsultSchema } from '../../forms/consultation.ts'
import { parseForm, refuseForm } from '../../forms/form.server.ts'
import type { FormErrors, FormFailure, FormValues } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { rememberCharge } from '../payments/charge-cookie.server.ts'
import { fieldsOf } from './fields.ts'

/** What the form begins with: the data of who is signed in. */
export function prefillOf(kind: ConsultationId) {
  return ({ context }: LoaderFunctionArgs): { values: FormValues } => {
    const viewer = context.get(viewerContext)
    if (!viewer) return { values: {} }
    const { name, phone } = fieldsOf(kind)
    return {
      values: {
        cpf: isCpf(viewer.documento) ? formatCpf(viewer.documento) : '',
        [name]: viewer.nome,
        [phone]: formatPhone(viewer.telefone),
        email: viewer.email,
      },
    }
  }
}

/**
 * Takes the order and goes to its private page. Whatever was refused comes back with the form as it was typed and the
 * notice of section 8.
 */
export function orderOf(kind: ConsultationId) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const { config, consultations, log } = context.get(appContext)
    const { ip, userAgent } = context.get(requestContext)
    const form = await request.formData()
    const parsed = parseForm(kind === 'cpf' ? cpfConsultSchema : consultSchema, form)
    if (!parsed.ok) {
      return data<FormFailure>({ errors: parsed.errors, values: parsed.values }, { status: 422 })
    }
    const { method, ...subject } = parsed.value
    const asked = await consultations
      .requestConsultation({
        kind,
        subject,
        method,
        declared: true,
        userId: context.get(viewerContext)?.id,
        evidence: { ip, userAgent },
      })
      .catch((err) => {
        log.error({ err }, 'a consultation could not be requested')
        return { ok: false as const, code: 'unavailable' as const }
      })
    if (!asked.ok) {
      const { status, text, errors } = answerTo(asked.code)
      const title = kind === 'cpf' ? say.failedCpf : say.failed
      context.set(noticesContext, [{ tone: 'destructive', title, text }])
      return data<FormFailure>(refuseForm(form, errors), { status })
    }
    const toast = { tone: 'neutral' as const, ...(method === 'pix' ? say.pix : say.card) }
    const cookie = await rememberCharge(asked.value.chargeId, config.session)
    return redirectWithToast(cookiesFor(config.session), paths.lookup(asked.value.key), toast, [cookie])
  }
}

function answerTo(code: ConsultationRefusal): { status: number; text: string; errors: FormErrors } {
  switch (code) {
    case 'not_declared':
      return { status: 422, text: say.again, errors: { declaracao: consultFieldErrors.declaration } }
    case 'too_many':
      return { status: 429, text: say.tooMany, errors: {} }
    case 'no_client_data':
    case 'no_email':
    case 'invalid_payer':
      return { status: 422, text: say.payer, errors: {} }
    case 'no_pix_key':
    case 'refused':
    case 'wrong_code':
      return { status: 502, text: say.again, errors: {} }
    case 'unavailable':
      return { status: 503, text: say.again, errors: {} }
    default:
      return code satisfies never
  }
}

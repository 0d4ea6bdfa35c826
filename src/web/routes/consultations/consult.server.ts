import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { isUuid } from '../../../core/ids.ts'
import { formatPhone } from '../../../core/phone.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import { type ConsultationId, consultationOf } from '../../../modules/catalogue/public.ts'
import type { ConsultationRefusal } from '../../../modules/consultations/index.server.ts'
import { appContext, formContext, requestContext, toastsContext, viewerContext } from '../../context.ts'
import { consultFieldErrors, consultToasts } from '../../copy/consultations.ts'
import { consultSchema, cpfConsultSchema } from '../../forms/consultation.ts'
import { parseForm, refuseForm } from '../../forms/form.server.ts'
import type { FormErrors, FormFailure, FormValues } from '../../forms/form.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { rememberCharge } from '../payments/charge-cookie.server.ts'
import { fieldsOf } from './fields.ts'

/** Returns the loader, which prefills the form with the signed-in user's data. */
export function consultLoader(kind: ConsultationId) {
  return ({ context }: LoaderFunctionArgs): { values: FormValues } => {
    const viewer = context.get(viewerContext)
    if (!viewer) return { values: {} }
    const { name, phone } = fieldsOf(kind)
    const documento = viewer.documento()
    return {
      values: {
        cpf: isCpf(documento) ? formatCpf(documento) : '',
        [name]: viewer.nome,
        [phone]: formatPhone(viewer.telefone),
        email: viewer.email,
      },
    }
  }
}

/**
 * Returns the action, which orders the look-up and redirects to its private page. A refusal shows the form again with the
 * submitted values and the toast of section 8.
 */
export function consultAction(kind: ConsultationId) {
  return async ({ context }: ActionFunctionArgs) => {
    const { config, consultations, log } = context.get(appContext)
    const { ip, userAgent } = context.get(requestContext)
    const form = context.get(formContext)
    const parsed = parseForm(kind === 'cpf' ? cpfConsultSchema : consultSchema, form)
    if (!parsed.ok) {
      return data<FormFailure>({ errors: parsed.errors, values: parsed.values }, { status: 422 })
    }
    const { method, ...subject } = parsed.value
    const viewer = context.get(viewerContext)
    const email = subject.email ?? viewer?.email
    const ordered = await consultations
      .requestConsultation({
        kind,
        subject: { ...subject, email },
        method,
        shownPrice: shownPriceIn(form),
        purchase: purchaseIn(form),
        declared: true,
        userId: viewer?.id,
        evidence: { ip, userAgent },
      })
      .catch((err) => {
        log.error({ err }, 'consultations: ordering failed')
        return { ok: false as const, code: 'unavailable' as const }
      })
    if (!ordered.ok) {
      const { status, text, errors } = responseTo(ordered.code, kind, email)
      const title = kind === 'cpf' ? consultToasts.failedCpf : consultToasts.failed
      context.set(toastsContext, [{ tone: 'destructive', title, text }])
      // The toast goes after four seconds; what is not about a field stays above the form.
      const lasting = Object.keys(errors).length > 0 ? errors : { form: `${title}. ${text}` }
      return data<FormFailure>(refuseForm(form, lasting), { status })
    }
    const toast = { tone: 'neutral' as const, ...(method === 'pix' ? consultToasts.pix : consultToasts.card) }
    const cookie = await rememberCharge(ordered.value.chargeId, config.session)
    return redirectWithToast(cookiesFor(config.session), paths.lookup(ordered.value.key), toast, [cookie])
  }
}

/** Returns the price that the form showed, in centavos; undefined for an older form without that field. */
function shownPriceIn(form: FormData): number | undefined {
  const text = form.get('price')
  return typeof text === 'string' ? readWholeNumber(text) : undefined
}

/** Returns the random id that the browser's script gave this form; undefined without a script. */
function purchaseIn(form: FormData): string | undefined {
  const id = form.get('purchase')
  return typeof id === 'string' && isUuid(id) ? id : undefined
}

/** @param email the payer's; a provider may require one */
function responseTo(
  code: ConsultationRefusal,
  kind: ConsultationId,
  email: string | undefined,
): { status: number; text: string; errors: FormErrors } {
  switch (code) {
    case 'not_declared':
      return {
        status: 422,
        text: consultToasts.again,
        errors: { declaracao: consultFieldErrors.declaration },
      }
    case 'not_sold':
      return { status: 409, text: consultToasts.notSold, errors: {} }
    case 'price_changed':
      return { status: 409, text: consultToasts.priceChanged(consultationOf(kind).price), errors: {} }
    case 'too_many':
      return { status: 429, text: consultToasts.tooMany, errors: {} }
    case 'no_client_data':
      return { status: 422, text: consultToasts.payer, errors: {} }
    case 'invalid_payer':
      return email
        ? { status: 422, text: consultToasts.payer, errors: {} }
        : { status: 422, text: consultToasts.emailNeeded, errors: { email: consultFieldErrors.emailNeeded } }
    case 'no_pix_key':
    case 'refused':
    case 'wrong_code':
      return { status: 502, text: consultToasts.again, errors: {} }
    case 'unavailable':
      return { status: 503, text: consultToasts.again, errors: {} }
    default:
      return code satisfies never
  }
}

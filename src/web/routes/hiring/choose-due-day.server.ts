import { appContext, type Context, formContext } from '../../context.ts'
import { dueDayCopy as copy } from '../../copy/arrangements.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'

/** Stores the due day chosen in the contract's form, and shows the contract with its new dates. */
export async function chooseDueDay(
  context: Context,
  { draftId, viewer }: { draftId: string; viewer: { id: string } },
) {
  const { config, contracting } = context.get(appContext)
  const given = textIn(context.get(formContext), 'diaVencimento')
  // A value that is not a number is refused, because it is not an offered day.
  const dueDay = given === '' ? null : Number(given)
  const chosen = await contracting.chooseDueDay({ draftId, viewer, dueDay })
  const cookies = cookiesFor(config.session)
  const here = paths.contract({}, 'vencimento')
  if (chosen.ok) return redirectWithToast(cookies, here, { tone: 'success', ...copy.done })
  // Without a draft, or after the signature, the page shows that.
  if (chosen.code === 'not_found') return redirectWithToast(cookies, paths.contract(), [])
  return redirectWithToast(cookies, here, { tone: 'destructive', ...copy.unknown })
}

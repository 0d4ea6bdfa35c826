import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import { findPlan, type Service } from '../../../modules/catalogue/public.ts'
import type { ContractParty } from '../../../modules/contracting/public.ts'
import type { Viewer } from '../../../modules/identity/public.ts'
import { type Context, viewerContext } from '../../context.ts'
import { searchOf } from '../../paths.ts'
import { openHiringOf } from '../../session/hiring-draft.server.ts'
import type { HiringState } from './contract-dialog.tsx'
import type { PartyPrefill } from './party-fields.tsx'

interface RouteArguments {
  request: Request
  context: Context
  service: Service
}

/**
 * Returns the loader data of a hiring section: `?plano=` selects a plan and opens the dialog, prefilled with name, CPF and phone
 * if they were typed for an earlier choice.
 */
export async function hiringState({ request, context, service }: RouteArguments): Promise<HiringState> {
  const viewer = context.get(viewerContext)
  const plan = findPlan(service, searchOf('service', request).get('plano') ?? '')
  return {
    chosen: plan?.id,
    open: plan !== undefined,
    signedIn: viewer !== null,
    prefill: partyPrefill(viewer, (await openHiringOf(context, request))?.draft.party),
  }
}

/**
 * Returns the contracting party's data from the profile, otherwise from an earlier choice; empty strings for an unknown visitor.
 */
export function partyPrefill(viewer: Viewer | null, earlier?: ContractParty): PartyPrefill {
  const own = viewer?.documento() ?? ''
  const cpf = isCpf(own) ? own : earlier?.cpf
  const phone = viewer?.telefone || earlier?.phone
  return {
    name: viewer?.nome || (earlier?.name ?? ''),
    cpf: cpf ? formatCpf(cpf) : '',
    phone: phone ? formatPhone(phone) : '',
  }
}

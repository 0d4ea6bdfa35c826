import type { RouterContextProvider } from 'react-router'
import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import { findPlan, type Service } from '../../../modules/catalogue/public.ts'
import type { Viewer } from '../../../modules/identity/public.ts'
import { viewerContext } from '../../context.ts'
import { searchOf } from '../../paths.ts'
import type { HiringState } from './contract-dialog.tsx'
import type { PartyPrefill } from './party-fields.tsx'

interface RouteArguments {
  request: Request
  context: Readonly<RouterContextProvider>
  service: Service
}

/** The loader data of a hiring section: `?plano=` selects a plan and opens the dialog. */
export function hiringState({ request, context, service }: RouteArguments): HiringState {
  const viewer = context.get(viewerContext)
  const plan = findPlan(service, searchOf('service', request).get('plano') ?? '')
  return {
    chosen: plan?.id,
    open: plan !== undefined,
    signedIn: viewer !== null,
    prefill: partyPrefill(viewer),
  }
}

/** The contracting party's data from the profile; empty strings for guests. */
export function partyPrefill(viewer: Viewer | null): PartyPrefill {
  return {
    name: viewer?.nome ?? '',
    cpf: viewer && isCpf(viewer.documento) ? formatCpf(viewer.documento) : '',
    phone: viewer?.telefone ? formatPhone(viewer.telefone) : '',
  }
}

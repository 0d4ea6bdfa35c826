import type { RouterContextProvider } from 'react-router'
import { formatCpf, isCpf } from '../../../core/cpf.ts'
import { formatPhone } from '../../../core/phone.ts'
import { findPlan, type Service } from '../../../modules/catalogue/public.ts'
import { viewerContext } from '../../context.ts'
import type { HiringState } from './contract-dialog.tsx'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
  service: Service
}

/** What a service page's loader tells its hiring section: `?plano=` chooses a plan and opens the dialog. */
export function hiringState({ request, context, service }: Asked): HiringState {
  const viewer = context.get(viewerContext)
  const plan = findPlan(service, new URL(request.url).searchParams.get('plano') ?? '')
  const cpf = viewer && isCpf(viewer.documento) ? formatCpf(viewer.documento) : ''
  return {
    chosen: plan?.id,
    open: plan !== undefined,
    signedIn: viewer !== null,
    prefill: { name: viewer?.nome ?? '', cpf, phone: viewer?.telefone ? formatPhone(viewer.telefone) : '' },
  }
}

import type { ConsultationId } from '../../../modules/catalogue/public.ts'

/** Returns the form and field names, which differ between the CPF page and the others (specification, section 5). */
export function fieldsOf(kind: ConsultationId) {
  return kind === 'cpf'
    ? ({ form: 'consult-cpf', name: 'name', phone: 'phone' } as const)
    : ({ form: 'consult', name: 'nome', phone: 'telefone' } as const)
}

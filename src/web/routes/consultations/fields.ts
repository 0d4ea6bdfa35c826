import type { ConsultationId } from '../../../modules/catalogue/public.ts'

/** What the CPF page calls its fields, and what the others do (specification, section 5). */
export function fieldsOf(kind: ConsultationId) {
  return kind === 'cpf'
    ? ({ form: 'consult-cpf', name: 'name', phone: 'phone' } as const)
    : ({ form: 'consult', name: 'nome', phone: 'telefone' } as const)
}

import { type Subject, type SubjectKind, subjectKinds } from '../../../modules/catalogue/public.ts'
import { paths } from '../../paths.ts'

/** Names of the kinds of subjects in the desk's addresses. */
const names: Record<SubjectKind, string> = {
  service: 'servico',
  plans: 'precos',
  steps: 'etapas',
  lookup: 'consulta',
  claim: 'frase',
  testimonial: 'depoimento',
  reminder: 'lembrete',
  message: 'mensagem',
  page: 'pagina',
  company: 'empresa',
}

/** Returns the subject of an address; the subject may not exist. */
export function subjectAt(tipo: string, id: string): string {
  return `${subjectKinds.find((kind) => names[kind] === tipo) ?? tipo}:${id}`
}

export function addressOf(subject: Subject, search: { exemplo?: string } = {}, section?: 'ver'): string {
  const [kind, id = ''] = subject.split(':') as [SubjectKind, string]
  return paths.deskSubject(names[kind], id, search, section)
}

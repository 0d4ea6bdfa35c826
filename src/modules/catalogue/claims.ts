import { PROPOSAL_ANSWER_HOURS } from '../../core/commitments.ts'
import type { ServiceId } from './domain/service.ts'
import { GUARANTEED_POINTS } from './services/credit-rating.ts'

/**
 * Marketing claims of the storefront. An offer is binding and a claim must be true (CDC arts. 30, 35, 37), so each has
 * a field for its evidence: a document, a report, a study. The compliance page lists those whose `evidence` is null.
 */
export type Claim = {
  id: string
  /** The highlighted part: '95%'. */
  value: string
  text: string
  evidence: string | null
}

/** The figures of the landing page. */
export const experienceClaims: readonly Claim[] = [
  { id: 'years', value: 'mais de 6 anos', text: 'de experiência', evidence: null },
  { id: 'clients', value: 'mais de 7 mil', text: 'clientes atendidos', evidence: null },
  { id: 'success', value: '95%', text: 'de taxa de sucesso', evidence: null },
  { id: 'support', value: '24h', text: 'de suporte', evidence: null },
]

/** The promise next to them. */
export const noResultNoFee: Claim = {
  id: 'no-result-no-fee',
  value: 'Se não conseguirmos, você não paga',
  text: 'Se o serviço não for entregue, o que você pagou é devolvido.',
  evidence: null,
}

/** The guarantees section of the catalogue. */
export const guaranteeClaims: readonly Claim[] = [
  { id: 'legal', value: '100% legal', text: 'Tudo é feito dentro da lei e por escrito.', evidence: null },
  {
    id: 'result',
    value: 'Garantia de resultado',
    text: 'Resultado ou seu dinheiro de volta.',
    evidence: null,
  },
  {
    id: 'deadline',
    value: 'Garantia de prazo',
    text: 'O prazo está no contrato e você acompanha cada etapa.',
    evidence: null,
  },
]

/** Claims of individual service pages (specification, section 9). */
export const serviceClaims: Partial<Record<ServiceId, readonly Claim[]>> = {
  'credit-rating': [
    {
      id: 'points',
      value: `${GUARANTEED_POINTS} pontos`,
      text: 'de aumento mínimo garantido, pessoa física',
      evidence: null,
    },
  ],
  'vehicle-financing': [
    { id: 'rate', value: '0,99% ao mês', text: 'Taxas a partir de', evidence: null },
    { id: 'entry', value: '20%', text: 'Entrada a partir de', evidence: null },
    { id: 'months', value: '60 meses', text: 'Prazo de até', evidence: null },
    {
      id: 'approval',
      value: `em até ${PROPOSAL_ANSWER_HOURS} h`,
      text: 'Resposta da análise',
      evidence: null,
    },
    { id: 'institutions', value: 'mais de 20', text: 'Instituições comparadas', evidence: null },
  ],
  'home-financing': [
    { id: 'saving', value: 'R$ 50.000 a R$ 200.000', text: 'de economia típica no contrato', evidence: null },
  ],
  'contract-review': [
    { id: 'recovered', value: 'R$ 15.000 a R$ 80.000', text: 'valores típicos recuperados', evidence: null },
  ],
}

/** Placeholders until the owner replaces them with quotes of customers who consented. */
export type Testimonial = { name: string; text: string; stars: 5; evidence: string | null }

export const testimonials: readonly Testimonial[] = [
  {
    name: 'Marta S.',
    text: 'Eu via pelo celular em que etapa estava. Ninguém me apressou e o combinado foi cumprido.',
    stars: 5,
    evidence: null,
  },
  {
    name: 'João P.',
    text: 'Explicaram o contrato com calma e mostraram o total antes de eu escolher como pagar.',
    stars: 5,
    evidence: null,
  },
  {
    name: 'Cida R.',
    text: 'Mandei os documentos pelo site e recebi o comprovante no fim. Foi simples.',
    stars: 5,
    evidence: null,
  },
]

/** All claims, for the compliance page. */
export const allClaims: readonly Claim[] = [
  ...experienceClaims,
  noResultNoFee,
  ...guaranteeClaims,
  ...Object.values(serviceClaims).flat(),
]

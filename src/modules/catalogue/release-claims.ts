import { PROPOSAL_ANSWER_HOURS } from '../../core/commitments.ts'
import type { Claim, ClaimPlace, Testimonial } from './domain/claim.ts'
import { GUARANTEED_POINTS } from './services/credit-rating.ts'

const unproved = { evidence: null, expires: null, hidden: false } as const

/** The claims of this release, by place. None has evidence: the shop has to add it. */
export const releaseClaims: readonly Claim[] = [
  ...at('experience', [
    ['years', 'mais de 6 anos', 'de experiência'],
    ['clients', 'mais de 7 mil', 'clientes atendidos'],
    ['success', '95%', 'de taxa de sucesso'],
    ['support', '24h', 'de suporte'],
  ]),
  ...at('promise', [
    [
      'no-result-no-fee',
      'Se não conseguirmos, você não paga',
      'Se o serviço não for entregue, o que você pagou é devolvido.',
    ],
  ]),
  ...at('guarantee', [
    ['legal', '100% legal', 'Tudo é feito dentro da lei e por escrito.'],
    ['result', 'Garantia de resultado', 'Resultado ou seu dinheiro de volta.'],
    ['deadline', 'Garantia de prazo', 'O prazo está no contrato e você acompanha cada etapa.'],
  ]),
  // Claims on single service pages (specification, section 9).
  ...at('credit-rating', [
    ['points', `${GUARANTEED_POINTS} pontos`, 'de aumento mínimo garantido, pessoa física'],
  ]),
  ...at('vehicle-financing', [
    ['rate', '0,99% ao mês', 'Taxas a partir de'],
    ['entry', '20%', 'Entrada a partir de'],
    ['months', '60 meses', 'Prazo de até'],
    ['approval', `em até ${PROPOSAL_ANSWER_HOURS} h`, 'Resposta da análise'],
    ['institutions', 'mais de 20', 'Instituições comparadas'],
  ]),
  ...at('home-financing', [['saving', 'R$ 50.000 a R$ 200.000', 'de economia típica no contrato']]),
  ...at('contract-review', [['recovered', 'R$ 15.000 a R$ 80.000', 'valores típicos recuperados']]),
]

/** Placeholders until the owner replaces them with quotes of customers who consented. */
export const releaseTestimonials: readonly Testimonial[] = [
  testimonial(
    '1',
    'Marta S.',
    'Eu via pelo celular em que etapa estava. Ninguém me apressou e o combinado foi cumprido.',
  ),
  testimonial(
    '2',
    'João P.',
    'Explicaram o contrato com calma e mostraram o total antes de eu escolher como pagar.',
  ),
  testimonial('3', 'Cida R.', 'Mandei os documentos pelo site e recebi o comprovante no fim. Foi simples.'),
]

function at(place: ClaimPlace, claims: readonly (readonly [string, string, string])[]): Claim[] {
  return claims.map(([id, value, text]) => ({ id, place, value, text, ...unproved }))
}

function testimonial(id: string, name: string, text: string): Testimonial {
  return { id, name, text, stars: 5, ...unproved }
}

import { capitalized, countInWords } from '../../core/text.ts'
import { consultations, services } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

const steps = [
  { title: 'Análise gratuita', text: 'Você conta o caso. Dizemos se podemos ajudar e com qual serviço.' },
  { title: 'Proposta personalizada', text: 'Preço, prazo e formas de pagar, por escrito.' },
  { title: 'Execução', text: 'A equipe faz os pedidos e guarda cada protocolo.' },
  { title: 'Acompanhamento pelo app', text: 'Cada etapa concluída aparece para você, com data.' },
] as const

/** 'Doze serviços': the look-ups count as one additional card. */
function cardsInWords(): string {
  const cards = services().length + (consultations().length > 0 ? 1 : 0)
  return cards > 1 ? `${capitalized(countInWords(cards))} serviços` : 'Serviços'
}

/** Texts of the catalogue page and its cards. */
export const servicesCopy = editable('services', {
  get meta() {
    return {
      title: 'Serviços e preços',
      description: `${cardsInWords()} de crédito, contratos, trânsito e financiamento, cada um com preço, prazo e o que está incluído.`,
    }
  },
  title: 'Tudo o que fazemos, com preço e prazo',
  lead: 'Escolha pelo que você precisa resolver. Nada é cobrado antes do contrato.',

  lookups: {
    title: 'Consultas Rápidas',
    text: 'Antes de contratar qualquer coisa, veja o que consta no seu nome. Você paga uma vez e recebe o resultado pelo WhatsApp.',
    open: 'Escolher consulta',
    dialogLead: 'O resultado é liberado para você pelo WhatsApp.',
    from: 'A partir de',
    confirmed: 'depois do pagamento',
  },

  from: 'A partir de',
  onRequest: 'Preço por proposta',
  popular: 'Mais Popular',
  hire: 'Contratar Serviço',
  deadline: 'Prazo:',

  process: {
    title: 'Como funciona',
    get lead() {
      return `${capitalized(countInWords(steps.length))} etapas, do primeiro contato à entrega.`
    },
    steps,
  },

  guarantees: 'Nossas garantias',
})

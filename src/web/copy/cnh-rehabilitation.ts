import { capitalized, countInWords } from '../../core/text.ts'
import { serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

/** Texts of the page 'Reabilitação de CNH'. Situations, process, plans and promise come from the catalogue. */
export const cnhCopy = editable(
  'cnh-rehabilitation',
  {
    meta: {
      title: 'Reabilitação de CNH',
      description:
        'Defesa em processo de suspensão ou cassação da CNH, da análise ao recurso. O mesmo preço à vista ou parcelado no Pix, com prazo no contrato.',
    },
    title: 'De volta ao volante, pelo caminho certo',
    consultant: 'Falar com um consultor',
    toPlans: 'Ver preço e contratar',
    road: {
      label: 'Uma estrada com quatro marcos: notificação, defesa, recurso e decisão',
      marks: ['Notificação', 'Defesa', 'Recurso', 'Decisão'],
    },
    situationsLead: 'Suspensão e cassação são processos, e todo processo tem prazo e forma a cumprir.',
    hiringTitle: 'Escolha um plano',
    hiringLead: 'O preço é o mesmo nos dois. O que muda é quando você paga.',
    process: 'O que fazemos por você',
    get processLead() {
      return `${capitalized(countInWords(serviceOf('cnh-rehabilitation').process.length))} etapas. Você recebe aviso a cada uma.`
    },
    know: 'Sobre prazos e custos',
  },
  { except: ['road'] },
)

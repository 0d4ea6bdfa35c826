import { countInWords } from '../../core/text.ts'
import { serviceOf } from '../../modules/catalogue/public.ts'

/** The page of 'Limpeza de Nome'. Inclusions, process, plans and promise come from the catalogue. */
export const cleanNameCopy = {
  meta: {
    title: 'Limpeza de Nome',
    description:
      'Retirada do seu nome da Serasa, do SPC e da Boa Vista com base nos artigos 42 e 43 do Código de Defesa do Consumidor. Veja o total de cada forma de pagamento.',
  },
  title: 'Seu nome fora dos cadastros, com a lei do seu lado',
  process: `Como fazemos, em ${countInWords(serviceOf('clean-name').process.length)} etapas`,
  processLead: 'Você recebe aviso a cada uma e vê os protocolos no acompanhamento.',
  rights: 'O que a lei diz',
  rightsLead: 'É com base nestes pontos do Código de Defesa do Consumidor que cada registro é contestado.',
  know: 'Bom saber antes de contratar',
} as const

import { capitalized, countInWords } from '../../core/text.ts'
import { plansOf, serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

/** Texts of the page 'Rating de Crédito'. Prices, inclusions, process and promise come from the catalogue. */
export const creditRatingCopy = editable('credit-rating', {
  meta: {
    title: 'Rating de Crédito',
    description:
      'Rating de crédito para pessoa física e empresa: diagnóstico, correção de dados e suporte. Veja o preço de cada forma de pagar, sem surpresa.',
  },
  title: 'Uma nota de crédito que mostra quem você é hoje',
  tabs: 'Para quem é o rating',
  figures: {
    label: 'O plano em números',
    price: 'à vista no Pix',
    delivery: 'para a entrega',
    support: 'de suporte depois da entrega',
    months: (count: number) => `${count} meses`,
  },
  hiring: {
    pf: 'Como prefere pagar o plano Pessoa Física?',
    pj: 'Como prefere pagar o plano Pessoa Jurídica?',
  },
  get hiringLead() {
    const plans = plansOf(serviceOf('credit-rating'), 'pf').length
    return `${capitalized(countInWords(plans))} formas para o mesmo serviço. O total de cada uma está à vista, para você comparar.`
  },
  points: {
    title: 'O aumento mínimo está no contrato',
    text: 'Medimos a sua nota no começo e medimos de novo na entrega, no mesmo bureau. Se a diferença for menor que a garantida, você recebe o seu dinheiro de volta.',
    drawing: 'Uma linha que sobe de antes para depois; a distância entre as duas alturas é a garantia',
    before: 'antes',
    after: 'depois',
  },
  company: {
    title: 'A nota da empresa também depende dos sócios',
    text: 'O banco olha o CNPJ e o CPF de quem assina por ele. Corrigimos os dois lados e preparamos os documentos da conversa com o gerente.',
    drawing: 'O CNPJ e os sócios ligados à nota que o banco vê',
    cnpj: 'CNPJ',
    partner: 'sócio',
    bank: 'o que o banco vê',
  },
  process: 'Do diagnóstico ao relatório',
  know: 'Antes de contratar, saiba',
})

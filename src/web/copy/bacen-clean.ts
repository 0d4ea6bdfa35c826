import { capitalized, countInWords, daysText } from '../../core/text.ts'
import { firstContact, serviceOf } from '../../modules/catalogue/public.ts'
import { editable } from './editable.ts'

const steps = () => countInWords(serviceOf('bacen-clean').process.length)

/** Texts of the page 'Limpeza Bacen'. Consequences, benefits, documents, process and plans come from the catalogue. */
export const bacenCleanCopy = editable('bacen-clean', {
  get meta() {
    return {
      title: 'Limpeza Bacen',
      description: `Correção de restrições no registro do Banco Central (SCR): pedidos a cada banco, ${steps()} etapas com protocolo e acompanhamento até o registro mudar.`,
    }
  },
  title: 'O que os bancos veem sobre você, corrigido na fonte',
  ledger: {
    title: 'O que pesa e o que muda',
    lead: 'O registro do Banco Central não é lista de devedores: é o que cada banco informa sobre você. Por isso a correção é pedida a quem informou.',
  },
  process: {
    title: 'Cada etapa com data e protocolo',
    get lead() {
      return `São ${steps()}. Você vê cada uma concluída no acompanhamento.`
    },
  },
  days: {
    label: 'Quando cada coisa acontece',
    /** Takes the first and the last day of the promised deadline. */
    marks: (first: number, last: number) => [
      { when: 'Hoje', text: 'Você contrata e recebe a cópia do contrato.' },
      { when: capitalized(firstContact), text: 'Nossa equipe fala com você e diz quais documentos enviar.' },
      { when: `A partir de ${daysText(first)}`, text: 'Os primeiros bancos respondem e corrigem.' },
      {
        when: `Até ${daysText(last)}`,
        text: 'O prazo de cada banco termina e você recebe o relatório final.',
      },
    ],
  },
  know: 'Informações importantes',
  questions: 'Conversar antes de contratar',
})

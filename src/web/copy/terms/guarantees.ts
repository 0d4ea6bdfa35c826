import { ANSWER_DAYS } from '../../../core/commitments.ts'
import { formatPhone } from '../../../core/phone.ts'
import { daysText } from '../../../core/text.ts'
import { noResultNoFee, serviceClaims } from '../../../modules/catalogue/public.ts'
import { contractTerms } from '../../../modules/contracting/public.ts'
import { paths } from '../../paths.ts'
import type { LegalSection, TermsCompany } from '../legal.ts'

/** Returns the sections on withdrawal (CDC 49), the guarantees, deadlines, and ending a contract later. */
export function guaranteeSections({ email, phone }: TermsCompany): LegalSection[] {
  const whatsapp = formatPhone(phone)
  const points = serviceClaims('credit-rating')[0]
  const promise = noResultNoFee()
  const { withdrawalDays, terminationNoticeDays, correctionIndex } = contractTerms
  return [
    {
      id: 'desistir',
      title: `Desistir em ${withdrawalDays} dias`,
      short: `você tem ${withdrawalDays} dias para desistir sem dar motivo e receber tudo de volta.`,
      blocks: [
        `O prazo começa no dia em que você aceita o contrato (Código de Defesa do Consumidor, artigo 49). Se o último dia não for dia útil, vale o próximo dia útil.`,
        `Como fazer: na página [Acompanhar](${paths.tracking()}), abra o seu pedido e toque em “Desistir da contratação”. Ou escreva para ${email}. Confirmamos na hora que recebemos.`,
        'Devolvemos tudo, de imediato e corrigido, pelo mesmo meio em que você pagou. PIX volta para a conta que pagou. Cartão volta na fatura. Não há multa nem desconto.',
        `Vale também para consulta avulsa, contando do dia do pagamento. Nesse caso, peça pelo e-mail ${email}.`,
      ],
    },
    {
      id: 'garantia',
      title: 'Garantia: se não conseguirmos, você não paga',
      short: 'sem o resultado combinado no fim do prazo, você escolhe receber o dinheiro de volta.',
      blocks: [
        ...(promise ? [`“${promise.value}.” ${promise.text}`] : []),
        'Como funciona:',
        {
          list: [
            'O resultado é o que está escrito na especificação do serviço, dentro do seu contrato.',
            `Se ele não sair no prazo, você escolhe: tudo o que pagou de volta, corrigido pelo ${correctionIndex}, ou um novo prazo sem pagar mais nada.`,
            'Se só uma parte sair, você também pode ficar com ela e receber de volta o que falta.',
            'As parcelas que ainda não venceram são canceladas junto.',
            'Você não precisa provar que a culpa foi nossa (Código de Defesa do Consumidor, artigos 14 e 20).',
          ],
        },
        'O que conta como resultado muda com o serviço:',
        {
          rows: [
            {
              name: 'Limpeza de nome e Bacen',
              text: 'A retirada ou correção dos registros que contestamos, mostrada em uma nova consulta.',
            },
            {
              name: 'Rating de crédito',
              text: points
                ? `Pessoa física: ${points.value} ${points.text.replace(/, pessoa física$/, '')}, na mesma nota medida no começo. Empresa: o diagnóstico, as correções e o plano entregues.`
                : 'O diagnóstico, as correções e o plano entregues.',
            },
            {
              name: 'Score, viabilidade e consultas',
              text: 'O relatório completo, entregue no prazo.',
            },
            {
              name: 'CNH, multas, revisional e tributos',
              text: 'A análise e a defesa, o recurso ou o pedido, feitos no prazo e com protocolo. A decisão final é do órgão ou do juiz.',
            },
            {
              name: 'Financiamentos',
              text: 'A comparação e o envio do pedido. A aprovação é do banco.',
            },
          ],
        },
        'A garantia não vale se o resultado faltou porque você não mandou um documento pedido ou mandou informação falsa. Antes disso, avisamos por escrito e damos prazo.',
        `Para usar a garantia, escreva para ${email} ou para o WhatsApp ${whatsapp}. Respondemos em até ${daysText(ANSWER_DAYS)}.`,
      ],
    },
    {
      id: 'prazos',
      title: 'Garantia de prazo',
      short: 'o prazo está no contrato e começa no primeiro pagamento confirmado.',
      blocks: [
        'Enquanto faltar um documento que só você tem, o prazo para. Avisamos o que falta e o prazo volta quando ele chega.',
        'Passou do prazo por nossa causa? Vale a garantia acima. Você não precisa esperar mais.',
        'Na página Acompanhar você vê cada etapa, com a data em que foi feita.',
      ],
    },
    {
      id: 'cancelar',
      title: `Cancelar depois dos ${withdrawalDays} dias`,
      short: `você pode cancelar quando quiser, com aviso de ${terminationNoticeDays} dias, e paga só o que já foi feito.`,
      blocks: [
        {
          list: [
            `Avise pelo e-mail ${email} ou pelo WhatsApp ${whatsapp}.`,
            'Dizemos por escrito quais etapas já foram feitas e quanto valem.',
            'O que você pagou a mais é devolvido. As parcelas seguintes são canceladas.',
            'Se formos nós a cancelar sem culpa sua, devolvemos tudo o que não foi entregue.',
          ],
        },
      ],
    },
    {
      id: 'seus-deveres',
      title: 'O que cabe a você',
      short: 'informar a verdade, mandar os documentos e pagar no dia.',
      blocks: [
        {
          list: [
            'Dê informações verdadeiras e documentos seus.',
            'Mande o que pedirmos assim que puder.',
            'Pague nas datas combinadas.',
            'Não use o site para enganar alguém, consultar terceiros sem autorização ou tentar invadir sistemas.',
          ],
        },
      ],
    },
    {
      id: 'consultas',
      title: 'Consultas avulsas',
      short: 'só o dono do CPF, ou quem ele autorizou, pode pedir a consulta.',
      blocks: [
        'Antes de pagar, você declara que o CPF é seu ou que tem autorização do dono. A declaração fica guardada. Mentir nela pode ser crime.',
        'O resultado chega por um link. Para abrir, você confirma que é você. Ele nunca vai escrito na mensagem.',
        'Consulta não entregue no prazo é consulta devolvida: o dinheiro volta.',
        'O resultado mostra o que cada cadastro informa no dia. Se algo estiver errado, você pode pedir a correção de graça ao próprio cadastro.',
      ],
    },
  ]
}

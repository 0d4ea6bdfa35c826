import { formatDateLong, type IsoDate } from '../../../core/calendar.ts'
import { ANSWER_DAYS } from '../../../core/commitments.ts'
import { formatBRL } from '../../../core/money.ts'
import { daysText } from '../../../core/text.ts'
import type { OfferSnapshot } from './offer.ts'
import type { ContractCompany } from './parties.ts'
import type { ContractTerms } from './terms.ts'

export interface Clause {
  /** From 1. */
  number: number
  title: string
  paragraphs: string[]
  /** Summary in plain language, one sentence. */
  plain: string
  /** Limits a right of the customer: must be highlighted (CDC art. 54 §4). */
  limiting: boolean
}

/** The ten clauses. Percentages and periods come from `terms`, the rest from the offer and the company. */
export function clausesOf({
  offer,
  company,
  terms,
  withdrawalUntil,
}: {
  offer: OfferSnapshot
  company: ContractCompany
  terms: ContractTerms
  withdrawalUntil: IsoDate
}): Clause[] {
  const clauses: Omit<Clause, 'number'>[] = [
    {
      title: 'Objeto',
      paragraphs: [
        `A CONTRATADA presta ao CONTRATANTE o serviço ${offer.serviceTitle}, nos termos da especificação do serviço que integra este contrato.`,
        'As ofertas e garantias publicadas no site da CONTRATADA na data deste contrato também o integram (CDC, art. 30).',
      ],
      plain: `Você contrata ${offer.serviceTitle}, do jeito que está descrito na especificação acima.`,
      limiting: false,
    },
    {
      title: 'Obrigações da contratada',
      paragraphs: [
        `A CONTRATADA executa o serviço dentro da lei, com zelo e por profissionais habilitados quando a lei o exigir, informa o andamento de cada etapa na página Acompanhar Serviços e responde às dúvidas do CONTRATANTE em até ${daysText(ANSWER_DAYS)}.`,
        'A CONTRATADA nunca pede senhas do CONTRATANTE, nem as da conta gov.br ou de bancos.',
      ],
      plain: 'Fazemos o serviço dentro da lei, mostramos cada etapa e respondemos às suas dúvidas.',
      limiting: false,
    },
    {
      title: 'Obrigações do contratante',
      paragraphs: [
        'O CONTRATANTE fornece informações verdadeiras e os documentos pedidos e paga o preço nas datas combinadas. Enquanto faltar um documento necessário, o prazo de entrega fica suspenso, e a CONTRATADA avisa disso.',
      ],
      plain: 'Você envia informações corretas e os documentos pedidos, e paga nas datas combinadas.',
      limiting: false,
    },
    {
      title: 'Preço e forma de pagamento',
      paragraphs: [
        `O preço total é de ${formatBRL(offer.total)}, pago assim: ${offer.paymentType}. Preço à vista, número e intervalo das parcelas, total com e sem financiamento, taxa de juros e todas as datas estão nos quadros Quanto custa e Quando se paga, que integram este contrato (CDC, arts. 52 e 54-B).`,
        'O CONTRATANTE pode pagar antes do vencimento, no todo ou em parte, com redução proporcional dos juros e demais acréscimos (CDC, art. 52, § 2º).',
      ],
      plain: 'Você paga os valores e datas dos quadros acima, nada além disso, e pagar antes reduz os juros.',
      limiting: false,
    },
    {
      title: 'Prazo e entrega',
      paragraphs: [
        `O prazo de entrega é: ${offer.promise}. Ele começa na confirmação do primeiro pagamento e conta, no máximo, ${deadlineText(offer)}.`,
        'Se o serviço não for entregue por razão imputável à CONTRATADA, o CONTRATANTE pode exigir a entrega ou a devolução do que pagou, atualizado.',
      ],
      plain:
        'O prazo corre a partir do primeiro pagamento, e se não entregarmos você pode receber o dinheiro de volta.',
      limiting: false,
    },
    {
      title: 'Atraso no pagamento',
      paragraphs: [
        `A parcela em atraso sofre multa de ${terms.lateFeePercent}%, juros de ${terms.interestPercentMonth}% ao mês proporcionais aos dias de atraso e correção pelo ${terms.correctionIndex}. Em cobrança judicial somam-se honorários de advogado de ${terms.legalFeesPercent}% do valor devido.`,
        `Sendo o CONTRATANTE consumidor, a multa cobrada não passa de ${terms.consumerLateFeePercent}% da parcela (CDC, art. 52, § 1º) e os honorários dependem de decisão judicial. A parcela que vence em dia sem expediente bancário pode ser paga no dia útil seguinte sem acréscimo.`,
      ],
      plain: `Se atrasar, há juros de ${terms.interestPercentMonth}% ao mês, correção e multa; para o consumidor, a multa é de no máximo ${terms.consumerLateFeePercent}%.`,
      limiting: true,
    },
    {
      title: 'Direito de arrependimento',
      paragraphs: [
        `O CONTRATANTE pode desistir deste contrato em até ${terms.withdrawalDays} dias, contados da aceitação, sem dar motivo e sem custo, até ${formatDateLong(withdrawalUntil)} (CDC, art. 49). Tudo o que foi pago é devolvido de imediato e atualizado.`,
        `A desistência é feita pelo próprio site, na página Acompanhar Serviços, ou pelo e-mail ${company.email}, e a CONTRATADA confirma o recebimento na hora (Decreto 7.962/2013, art. 5º).`,
      ],
      plain: `Você pode desistir até ${formatDateLong(withdrawalUntil)}, sem explicar nada, e recebe tudo de volta.`,
      limiting: false,
    },
    {
      title: 'Rescisão',
      paragraphs: [
        `Depois do prazo de arrependimento, qualquer das partes pode encerrar este contrato com aviso de ${terms.terminationNoticeDays} dias. É devido o que corresponde ao serviço já executado, e o que foi pago a mais é devolvido.`,
        'O direito de encerrar e as suas consequências valem igualmente para as duas partes (CDC, art. 51).',
      ],
      plain: `Depois disso, quem quiser encerrar avisa ${terms.terminationNoticeDays} dias antes e acerta só o que já foi feito.`,
      limiting: true,
    },
    {
      title: 'Sigilo e proteção de dados',
      paragraphs: [
        'A CONTRATADA trata os dados pessoais do CONTRATANTE somente para executar este contrato, cumprir a lei e exercer direitos, guarda-os com segurança e não os vende. O CONTRATANTE pode ver, corrigir e levar os seus dados, e pedir a exclusão do que não precisar ser guardado (Lei 13.709/2018, art. 18).',
      ],
      plain:
        'Usamos seus dados só para este serviço, em sigilo, e você pode vê-los e corrigi-los quando quiser.',
      limiting: false,
    },
    {
      title: 'Foro',
      paragraphs: [
        `Fica eleito o foro de ${terms.forum} para as questões deste contrato. O CONTRATANTE consumidor pode, sempre, propor a ação no lugar onde mora (CDC, art. 101, I).`,
        'A aceitação eletrônica, com registro de data, hora e do texto exibido, tem o valor de assinatura entre as partes (MP 2.200-2/2001, art. 10, § 2º).',
      ],
      plain: `Um processo corre em ${terms.forum} ou, se você preferir, na cidade onde você mora.`,
      limiting: true,
    },
  ]
  return clauses.map((clause, index) => ({ number: index + 1, ...clause }))
}

function deadlineText({ deadline: { kind, days } }: OfferSnapshot): string {
  return kind === 'businessDays' ? `${days} dias úteis` : `${days} dias corridos`
}

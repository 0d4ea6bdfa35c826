import { ADULT_AGE, PIX_MINUTES } from '../../../core/commitments.ts'
import { formatBRL } from '../../../core/money.ts'
import { formatPercent } from '../../../core/percent.ts'
import { minutesText } from '../../../core/text.ts'
import { firstContact, planCost, serviceOf } from '../../../modules/catalogue/public.ts'
import { contractTerms } from '../../../modules/contracting/public.ts'
import { paths } from '../../paths.ts'
import type { LegalSection, TermsCompany } from '../legal.ts'

/** Returns the sections on the account, hiring, prices, PIX and late payment. */
export function hiringSections({ legalName, pixKey }: TermsCompany): LegalSection[] {
  return [
    {
      id: 'conta',
      title: 'Sua conta',
      short: 'a conta é só sua, e você cuida da senha.',
      blocks: [
        {
          list: [
            `Você precisa ter ${ADULT_AGE} anos ou mais.`,
            'Informe dados verdadeiros e mantenha o e-mail e o telefone em dia.',
            'Não passe sua senha a ninguém. Nossa equipe nunca pede senha.',
            'Se achar que alguém entrou na sua conta, troque a senha e fale conosco.',
          ],
        },
        'Ler o site não pede conta. Contratar e acompanhar, sim.',
      ],
    },
    {
      id: 'como-contratar',
      title: 'Como você contrata',
      short: 'você escolhe, confere, lê o contrato e só depois paga.',
      blocks: [
        {
          list: [
            'Escolha o serviço e a forma de pagamento. O total aparece antes de você escolher.',
            'Informe nome, CPF e telefone. Dá para voltar e corrigir até o fim.',
            'Leia o contrato. Cada cláusula tem uma explicação em uma frase.',
            'Marque que aceita e confirme. Esse clique vale como assinatura.',
            'Receba a cópia do contrato no seu e-mail. Ela é sua.',
            `Pague e acompanhe cada etapa em [Acompanhar](${paths.tracking()}).`,
          ],
        },
        `Nada é cobrado antes do aceite. Nossa equipe fala com você ${firstContact} depois da contratação.`,
      ],
    },
    {
      id: 'precos',
      title: 'Preços e parcelas',
      short: 'o preço é o da página no dia em que você contrata, e o total está sempre à vista.',
      blocks: [
        'Os preços estão em reais. Depois do aceite, o preço não muda.',
        'Pagar em parcelas pode custar mais do que pagar à vista. Cada forma de pagamento mostra o total, a diferença e os juros.',
        exampleOfInstalments(),
        'Você pode pagar parcelas antes do vencimento. Nesse caso, os juros diminuem (Código de Defesa do Consumidor, artigo 52, § 2º).',
        'Custos de terceiros, como taxas de cartório ou custas de um processo, só existem se combinados antes e por escrito.',
      ],
    },
    {
      id: 'pix',
      title: 'Pagamento por PIX e cartão',
      short: 'pague só pelo código do site e confira o nome de quem recebe.',
      blocks: [
        {
          list: [
            `O pagamento passa pelo Mercado Pago. O código PIX vale cerca de ${minutesText(PIX_MINUTES)}; se vencer, você gera outro.`,
            `Quem recebe é a ${legalName}. Nossa chave PIX é ${pixKey}.`,
            'Se o nome no seu banco for outro, não pague e fale conosco.',
            'O pagamento só conta quando o Mercado Pago confirma. Comprovante enviado não substitui a confirmação.',
            'No cartão, você digita os números na página do Mercado Pago. Nós não vemos o cartão.',
            'Pagou duas vezes ou a mais? Devolvemos a diferença.',
          ],
        },
      ],
    },
    {
      id: 'atraso',
      title: 'Se uma parcela atrasar',
      short: `de consumidor, a multa nunca passa de ${contractTerms.consumerLateFeePercent}% da parcela.`,
      blocks: [
        `Parcela em atraso pode ter multa, juros de ${contractTerms.interestPercentMonth}% ao mês, contados por dia, e correção pelo ${contractTerms.correctionIndex}. Está no contrato.`,
        `De quem é consumidor, a multa é de no máximo ${contractTerms.consumerLateFeePercent}% da parcela (Código de Defesa do Consumidor, artigo 52, § 1º).`,
        'Parcela que vence em fim de semana ou feriado pode ser paga no próximo dia útil, sem acréscimo.',
        'Está apertado? Fale conosco antes do vencimento. Não expomos nem ameaçamos quem deve (artigo 42).',
      ],
    },
  ]
}

/** Returns the most expensive plan of the first service as an example, with its total cost (CDC arts. 52 and 54-B). */
function exampleOfInstalments(): string {
  const service = serviceOf('clean-name')
  const plan = service.plans.reduce((dearest, other) => (other.total > dearest.total ? other : dearest))
  const { cashPrice, entry, count, total, difference, rate } = planCost(service, plan)
  const each = formatBRL(plan.instalments[0] ?? 0)
  const interest = rate
    ? ` Os juros são de ${formatPercent(rate.percent)} por ${rate.period === 'week' ? 'semana' : 'mês'}.`
    : ''
  return `Exemplo: ${service.title} custa ${formatBRL(cashPrice)} à vista. Com entrada de ${formatBRL(entry)} e ${count} parcelas de ${each}, o total é ${formatBRL(total)}. São ${formatBRL(difference.amount)} a mais, ou ${formatPercent(difference.percent)}.${interest}`
}

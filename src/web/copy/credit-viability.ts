import { editable } from './editable.ts'

/** Texts of the page 'Estudo de Viabilidade de Crédito'. Price, process and promise come from the catalogue. */
export const creditViabilityCopy = editable(
  'credit-viability',
  {
    meta: {
      title: 'Estudo de Viabilidade de Crédito',
      description:
        'Um estudo por escrito do crédito que cabe no seu bolso: renda, dívidas, score e o que os bancos pedem, com consultoria até o fim do plano. Preço único.',
    },
    title: 'Antes de pedir crédito, saiba quanto cabe no seu mês',
    month: {
      title: 'A conta que o estudo faz',
      lead: 'Um exemplo. No seu relatório, entram os seus números.',
      label: 'Barra do mês: contas da casa, dívidas de hoje e o que sobra',
      example: 'exemplo',
      income: 'Renda da família',
      /** In centavos, in drawing order; the remainder of the income comes last. */
      incomeAmount: 480_000,
      parts: [
        { name: 'Contas da casa', amount: 265_000 },
        { name: 'Dívidas de hoje', amount: 95_000 },
      ],
      left: 'Sobra no mês',
      /** The maximum share of the remainder for a new instalment, in percent. */
      safePercent: 60,
      fits: 'Parcela que cabe, com folga',
    },
    verdicts: {
      title: 'Três respostas possíveis',
      lead: 'O relatório diz uma delas, e por quê.',
      items: [
        {
          name: 'Cabe agora',
          text: 'Dizemos quanto, em quantas parcelas e onde vale a pena pedir primeiro.',
        },
        {
          name: 'Cabe com ajuste',
          text: 'Mostramos o que renegociar ou corrigir antes e quanto isso muda a conta.',
        },
        {
          name: 'Ainda não cabe',
          text: 'Dizemos com clareza e montamos o plano dos próximos meses. Você evita um pedido recusado.',
        },
      ],
    },
    hiringTitle: 'Preço único',
    hiringLead: 'Um pagamento no Pix, depois do contrato. Sem comissão sobre o crédito.',
    process: (days: number) => `Os ${days} dias da consultoria`,
    know: 'O que o estudo não é',
  },
  { except: ['month.label'] },
)

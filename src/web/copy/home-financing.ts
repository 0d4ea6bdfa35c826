/** The page of home financing. The three systems, the process and the claim come from the catalogue. */
export const homeFinancingCopy = {
  meta: {
    title: 'Financiamento Imobiliário',
    description:
      'Sacre, Price e Misto lado a lado: simule a parcela, o total de juros e a tabela inteira, mês a mês, antes de falar com o banco.',
  },
  title: 'A casa, o prazo e o total que você vai pagar',
  consultant: 'Falar com um consultor',
  priceLabel: 'Assessoria completa',
  systems: 'Três formas de pagar a mesma casa',
  calculator: {
    title: 'Faça a conta antes de ir ao banco',
    lead: 'Coloque os números e compare. A conta é aberta: a tabela inteira está logo abaixo.',
    valor: 'Valor financiado',
    prazo: 'Prazo em meses',
    prazoHint: 'De 12 a 420 meses.',
    taxa: 'Juros ao ano (%)',
    taxaHint: 'Taxa nominal que o banco informou. Exemplo: 9,99',
    submit: 'Calcular',
    note: 'Simulação sem seguros, taxas do banco nem correção pela TR. O banco informa o Custo Efetivo Total (CET) antes do contrato.',
    system: 'Sistema',
    first: 'Primeira parcela',
    last: 'Última parcela',
    interest: 'Total de juros',
    total: 'Total pago',
    least: 'menos juros',
    curve: 'Como a parcela muda ao longo do tempo',
    curveText: (name: string, first: string, last: string) =>
      `${name}: começa em ${first} e termina em ${last}`,
    month: (n: number) => `mês ${n}`,
    table: 'Ver a tabela mês a mês',
    tableOf: 'Tabela de',
    columns: ['Mês', 'Parcela', 'Juros', 'Amortização', 'Saldo'],
  },
  errors: {
    valor: 'Informe um valor entre R$\u00a010.000 e R$\u00a010.000.000',
    prazo: 'Informe um prazo entre 12 e 420 meses',
    taxa: 'Informe uma taxa entre 0 e 30% ao ano',
  },
  process: 'Como trabalhamos, em quatro etapas',
  know: 'Bom saber antes de assinar',
} as const

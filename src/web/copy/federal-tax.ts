import { editable } from './editable.ts'

/** Texts of the page 'Soluções em Tributos Federais'. Situations, inclusions, process and promise come from the catalogue. */
export const federalTaxCopy = editable(
  'federal-tax-solution',
  {
    meta: {
      title: 'Soluções em Tributos Federais',
      description:
        'Regularização de pendências com a Receita Federal e a PGFN para pessoas e empresas: levantamento, parcelamento, transação e certidão, com proposta por escrito.',
    },
    title: 'Em dia com o governo, sem abrir mão do que é seu',
    consultant: 'Falar com um consultor',
    consultantNote: 'A primeira conversa é gratuita. O preço vem por escrito, em uma proposta.',
    map: {
      title: 'Onde a dívida está muda o que dá para fazer',
      label: 'Duas linhas, Receita Federal e PGFN, que se juntam e chegam à certidão',
      stations: ['Receita Federal', 'PGFN', 'Certidão'],
      lines: [
        {
          name: 'Na Receita Federal',
          text: 'Declarações em atraso, malha fina e débitos recentes. Cabe corrigir, parcelar ou pedir revisão.',
        },
        {
          name: 'Na PGFN',
          text: 'Dívida ativa da União, com ou sem processo. Cabe parcelar ou propor transação, quando há edital aberto.',
        },
        {
          name: 'A certidão',
          text: 'Sai quando não há débito, ou quando o que existe está parcelado ou suspenso.',
        },
      ],
    },
    situationsLead: 'Para pessoas, MEI e empresas.',
    /** Whom each situation concerns and what the team does about it, by the situation's name in the catalogue. */
    situations: {
      'CPF ou CNPJ irregular': {
        who: 'pessoas e empresas',
        text: 'Descobrimos o que falta entregar ou corrigir e pedimos a regularização.',
      },
      'Imposto de renda em atraso': {
        who: 'pessoas',
        text: 'Preparamos as declarações dos anos que faltam e calculamos multa e imposto.',
      },
      'Dívida ativa da União': {
        who: 'pessoas e empresas',
        text: 'Comparamos parcelamento e transação e mostramos o total de cada um.',
      },
      'Débitos do Simples Nacional ou do MEI': {
        who: 'MEI e pequenas empresas',
        text: 'Colocamos guias e declarações em dia para não perder o regime.',
      },
      'Certidão negativa recusada': {
        who: 'empresas',
        text: 'Achamos o que impede a certidão e acompanhamos até ela sair.',
      },
    } as Record<string, { who: string; text: string }>,
    process: (deadline: string) => `O caminho, em ${deadline}`,
    processLead: 'O prazo é o do nosso trabalho. O governo pode levar mais tempo para responder.',
    proposal: {
      title: 'Quanto custa?',
      text: 'Depende de quantas pendências há e de onde estão. Conte o caso no WhatsApp; a proposta traz preço, prazo e o que está incluído, e você decide depois.',
      included: 'O que a proposta inclui',
    },
    know: 'O que não está no preço',
  },
  { except: ['map.stations', 'map.label'] },
)

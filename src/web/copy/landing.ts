import { WITHDRAWAL_DAYS } from '../../core/commitments.ts'
import { daysText } from '../../core/text.ts'
import { editable } from './editable.ts'

/** Texts of the landing page. Numbers, prices and promises come from the catalogue. */
export const landingCopy = editable(
  'landing',
  {
    meta: {
      title: 'Recomeço: limpeza de nome e crédito, sabendo cada passo',
      description:
        'Limpeza de nome, rating de crédito, Bacen, CNH e financiamentos. Você vê o preço inteiro antes, assina pelo celular, paga por Pix e acompanha cada etapa.',
    },
    eyebrow: 'Recuperação de crédito, às claras',
    title: 'Volte a ter crédito sabendo cada passo.',
    lead: 'Você vê o preço inteiro antes de escolher, assina pelo celular, paga por Pix e acompanha cada etapa até o fim.',
    start: 'Começar Agora',
    specialist: 'Falar com Especialista',
    honest: 'Você também pode desistir em até {desistencia} e receber tudo de volta.',

    order: {
      label: 'Exemplo de acompanhamento de um pedido',
      tag: 'exemplo de pedido',
      accepted: 'Contrato aceito',
      acceptedText: 'cópia no seu e-mail',
      entry: 'Entrada paga por Pix',
      nowText: 'protocolo anexado pela equipe',
      lastText: 'com documento',
      day: (day: number) => `dia ${day}`,
      today: 'hoje',
      until: (days: number) => `até o dia ${days}`,
      next: 'Próxima parcela',
      due: 'vence em 5 dias',
    },

    prices: {
      title: 'O que resolvemos, e por quanto',
      lead: 'O preço e o prazo de cada serviço. Nada é cobrado antes do contrato.',
      cash: 'à vista',
      from: 'a partir de',
      onRequest: 'por proposta',
      deadline: 'Prazo:',
      lookups: 'Consultas rápidas',
      lookupsText: 'CPF, Serasa, SPC, Bacen e rating',
      all: 'Comparar todos os serviços',
    },

    facts: 'Nossa experiência em números',

    rights: {
      title: 'Seus direitos vêm primeiro',
      lead: 'O Código de Defesa do Consumidor protege quem está com o nome restrito. Trabalhamos dentro dele e mostramos onde está escrito.',
      link: 'Como funciona a limpeza de nome',
    },

    score: {
      title: 'Seu score sobe quando a informação está certa',
      lead: 'Dado errado, endereço velho e registro vencido puxam a nota para baixo. Corrigimos o que está errado e dizemos o que fazer em seguida, em que ordem.',
      link: 'Conhecer o Rating de Crédito',
      drawing: 'Três pontos em uma linha que sobe: hoje, dados corrigidos e nova nota',
      marks: ['hoje', 'dados corrigidos', 'nova nota'],
    },

    legal: {
      title: 'Recursos legais a seu favor',
      lead: 'Quando o caminho é jurídico, dizemos antes quanto custa e quanto demora.',
      fines: 'Liminares contra multas',
      finesText:
        'Analisamos a multa, apresentamos a defesa no prazo e, quando cabe, pedimos liminar para suspender a cobrança.',
      review: 'Revisão de contratos de financiamento',
      reviewText:
        'Conferimos juros e tarifas do seu contrato e apontamos o que pode ser discutido com o banco.',
      from: 'a partir de',
    },

    financing: {
      title: 'Opções de financiamento',
      lead: 'Comparamos bancos e mostramos a conta inteira antes de você assinar.',
      vehicle: 'Veículos',
      home: 'Imóveis',
      vehicleLink: 'Ver financiamento de veículos',
      homeLink: 'Ver financiamento imobiliário',
    },

    questions: {
      title: 'Por que escolher o Recomeço',
      answers: [
        {
          question: 'Quanto eu pago?',
          answer: 'Cada forma de pagamento mostra o total e quanto ela custa a mais que o preço à vista.',
        },
        {
          question: 'Quando eu pago?',
          answer:
            'Só depois de ler e aceitar o contrato. Cada parcela tem data, valor e código Pix próprios.',
        },
        {
          question: 'O que acontece depois?',
          answer: 'Você acompanha cada etapa pelo celular, com a data em que foi feita.',
        },
        {
          question: 'E os meus dados?',
          answer:
            'Seus documentos são guardados com criptografia: só você e a equipe do seu pedido veem. Você pede a exclusão quando quiser.',
        },
      ],
      guarantee: 'E se não der certo?',
    },

    testimonials: {
      title: 'Quem já recomeçou',
      illustrative: 'Depoimentos ilustrativos.',
    },

    closing: {
      title: 'Conte o seu caso. A primeira conversa não custa nada.',
      lead: 'Você fala com uma pessoa da equipe e decide depois, com calma.',
    },
  },
  {
    names: { desistencia: () => daysText(WITHDRAWAL_DAYS) },
    except: ['order', 'score.drawing', 'score.marks'],
  },
)

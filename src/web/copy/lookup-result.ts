import { formatDate, formatInstant, todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import { daysText, minutesText, sizeText } from '../../core/text.ts'
import { proofRule } from '../../modules/consultations/public.ts'

const day = (instant: Date) => formatDate(todayInSaoPaulo(instant))

/**
 * Texts of the page of a look-up's result: the proof of identity, the result, and the message for a link that no longer opens.
 */
export const resultCopy = {
  title: 'Resultado da consulta',
  description: 'O resultado da sua consulta.',
  eyebrow: (title: string, cpf: string) => ({ title: `${title}, `, cpf: `CPF ${cpf}` }),

  prove: {
    title: 'Confirme que é você',
    lead: 'O resultado só abre para quem pediu a consulta. Escolha por onde receber um código, no contato que você deu no pedido.',
    email: 'Receber por e‑mail',
    whatsapp: 'Receber no WhatsApp',
    busy: 'Enviando...',
    lasts: `O código vale por ${minutesText(proofRule.codeLasts)}. Nunca pedimos esse código por telefone ou mensagem.`,
  },
  code: {
    title: 'Digite o código',
    lead: 'Se este pedido é seu, o código chega em instantes no contato escolhido.',
    field: `Código de ${proofRule.codeDigits} números`,
    submit: 'Ver o resultado',
    busy: 'Conferindo...',
    again: 'Não chegou? Peça outro',
    wrong: 'Código errado ou vencido. Confira os números ou peça outro.',
    missing: `Digite os ${proofRule.codeDigits} números do código`,
  },
  account: {
    title: 'Entre na sua conta',
    lead: 'Esta consulta foi pedida por uma conta. Entre nela para ver o resultado.',
    enter: 'Entrar',
    other: 'Você entrou com outra conta. Saia e entre com a que pediu a consulta.',
    leave: 'Sair desta conta',
    busy: 'Saindo...',
  },
  shown: {
    title: 'O seu resultado',
    delivered: (at: Date) => `Entregue em ${formatInstant(at)}.`,
    corrected: (at: Date) => `Versão corrigida em ${formatInstant(at)}.`,
    change: 'O que mudou nesta versão',
    text: 'Resultado',
    file: 'Arquivo',
    open: (type: string, size: number) => `Abrir o arquivo (${type}, ${sizeText(size)})`,
    until: (at: Date) => `Este link vale até ${day(at)}. Depois, você pode pedir outro aqui mesmo.`,
    kept: `Guardamos o resultado por ${daysText(retention.documentDays)} depois da entrega. Se precisar dele por mais tempo, salve uma cópia.`,
    close: 'Fechar o resultado neste aparelho',
    closed: { title: 'Resultado fechado', text: 'Para ver de novo, peça um novo código.' },
    questions: 'Tenho uma dúvida sobre o resultado',
  },
  expired: {
    title: 'Este link venceu',
    lead: (at: Date) =>
      `Ele valeu até ${day(at)}. Peça outro aqui: ele vai para o contato do seu pedido, e só você recebe.`,
    ask: 'Pedir um novo link',
    busy: 'Pedindo...',
  },
  revoked: {
    title: 'Este link foi cancelado',
    lead: 'Nossa equipe cancelou o acesso por este link. Fale com a gente para receber o resultado.',
  },
  erased: {
    title: 'Este resultado foi apagado',
    lead: (at: Date | undefined) =>
      `Guardamos resultados por ${daysText(retention.documentDays)} depois da entrega. Este foi apagado${at ? ` em ${day(at)}` : ''}.`,
  },
  help: 'Falar com a gente no WhatsApp',
  about: 'Olá! Preciso de ajuda com o resultado da minha consulta.',
  progress: 'Ver o andamento da consulta',

  sent: {
    title: 'Novo link enviado',
    text: 'Confira o seu e-mail ou o seu WhatsApp.',
  },
  tooMany: { title: 'Muitas tentativas', text: 'Espere um pouco e tente de novo, ou fale com a gente.' },
  refused: { title: 'Não foi possível agora', text: 'Confira a situação da consulta nesta página.' },
} as const

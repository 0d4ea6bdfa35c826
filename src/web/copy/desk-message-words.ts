import { MAX_PARAGRAPHS } from '../../core/message-wording.ts'
import { counted, countInWords } from '../../core/text.ts'
import type { MessageGroup } from '../../message-calendar.ts'
import type { Topic } from '../../modules/notifications/public.ts'

/** Texts of the desk about the wording of messages: list, form and preview. */
export const messageWordsCopy = {
  title: 'Mensagens aos clientes',
  lead: 'Cada mensagem que um cliente pode receber: o que aconteceu, quando vai, por onde, e com que palavras. O que já foi enviado não muda.',
  open: 'Ver e editar as mensagens',
  search: 'Procurar uma mensagem',
  searchGo: 'Procurar',
  searchHint: 'Pelo que aconteceu ou por uma palavra dela: “recibo”, “prazo”, “senha”.',
  found: (count: number) => counted(count, 'mensagem', 'mensagens'),
  none: 'Nenhuma mensagem com estas palavras.',
  all: 'Ver todas',
  edit: 'Editar',
  notEdited: 'não se edita',
  edited: 'palavras da loja',
  groups: {
    account: 'A conta',
    privacy: 'Os próprios dados',
    answers: 'Respostas da equipe',
    hiring: 'Contratação',
    work: 'O serviço e os documentos',
    money: 'Pagamentos',
    lookups: 'Consultas',
    offers: 'Propostas',
    team: 'À equipe',
  } satisfies Record<MessageGroup, string>,
  topics: {
    account: 'Conta',
    contract: 'Contrato e dinheiro',
    progress: 'Andamento',
    reminders: 'Lembretes',
    offers: 'Ofertas',
    team: 'Equipe',
  } satisfies Record<Topic, string>,
  channels: {
    email: 'por e-mail',
    chosen: 'por e-mail ou WhatsApp, como a pessoa escolheu',
    owed: 'por e-mail; se não chegar, por WhatsApp, se a pessoa aceitou',
    without: 'por e-mail, ou por WhatsApp a quem não deixou e-mail',
    buyer: 'por e-mail, e no WhatsApp que a pessoa deixou na consulta',
    answered: 'por onde a pessoa escreveu',
  },
  /** Reasons why the shop cannot change the words of a message, by its kind. */
  fixedKinds: {
    'consultation.code':
      'É a segunda prova de quem abre o resultado. As palavras são sempre as mesmas, para que ninguém passe o código a quem pedir.',
    'conversation.answer': 'Quem responde escreve cada uma na hora, em Conversas.',
  } as Readonly<Record<string, string>>,
  teamNote:
    'Os avisos à própria equipe e o convite a ela não se editam: dizem o que fazer neste programa, e ninguém de fora os lê.',
  about: 'Sobre esta mensagem',
  when: (what: string, moment: string) => `${what}: ${moment}`,
  greeting: 'A saudação (“Olá, Maria.”) vem sozinha, antes do texto, e as linhas com os dados vêm depois.',
  way: `O texto pode ter até ${countInWords(MAX_PARAGRAPHS)} parágrafos curtos, com uma linha vazia entre eles. Links e botões são do programa: escreva só as palavras.`,
  names: 'O que vai entre chaves',
  namesLead: 'Fica assim em cada mensagem:',
  fixed: 'Partes fixas',
  fixedLead:
    'A lei pede que sejam ditas, ou protegem de golpes. Você escolhe o que vem em volta; elas ficam como estão:',
  whatsapp: 'No WhatsApp',
  whatsappLead:
    'Vão só o texto e o link: o título, os dados e a citação podem dizer mais do que outra pessoa deve ver.',
  template: (name: string) =>
    `Quando a pessoa não escreveu no último dia, o WhatsApp só entrega o texto dentro do modelo “${name}”, aprovado pela Meta. As palavras do modelo não se mudam aqui:`,
  templateMessage: '(a mensagem)',
  templates: 'Ver os modelos e a aprovação deles',
  noWhatsapp: 'Esta mensagem vai só por e-mail.',
  preview: 'Como fica',
  previewNow: 'Como está agora',
  previewLead: 'Com dados de exemplo.',
  subject: 'Assunto',
  cases: 'Os casos desta mensagem',
  caseNumber: (number: number) => `Caso ${number}`,
  frames: { 360: 'E-mail no celular (360 px)', 1280: 'E-mail no computador (1280 px)' },
  alone: 'Abrir o e-mail em outra aba',
  reset: 'Voltar às palavras originais',
  resetLead: 'Vale na hora. As versões da loja continuam na lista, e você pode voltar a qualquer uma.',
  resetDone: 'Voltaram a valer as palavras originais.',
  resetReason: 'volta às palavras originais',
  slots: {
    subject: 'Assunto',
    preheader: 'Prévia, que aparece ao lado do assunto',
    title: 'Título',
    lines: 'Texto',
    quote: 'Acima da citação',
    action: 'Botão',
    note: 'Observação no fim',
  },
  piece: (name: string) => `O que entra em {${name}}`,
  allowed: (names: readonly string[]) => `Pode usar ${braced(names)}.`,
  needed: (names: readonly string[]) => `Tem de ter ${braced(names)}.`,
} as const

function braced(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ')
}

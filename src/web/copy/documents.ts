/** Texts of the documents of 'Minha Conta', and those that the upload script shows. */
import { sizeText } from '../../core/text.ts'
import {
  type DocumentRefusal,
  fileExtensions,
  MAX_DOCUMENTS,
  MAX_FILE_BYTES,
  MAX_TOTAL_BYTES,
} from '../../modules/documents/public.ts'

/** The accepted file types in words: 'PDF, JPG, JPEG ou PNG'. */
const kinds = fileExtensions.join(', ').replace(/, (\w+)$/, ' ou $1')

export const documentsCopy = {
  title: 'Documentos',
  lead: `RG, CPF, comprovantes, contrato social. ${kinds}, até ${sizeText(MAX_FILE_BYTES)} cada.`,
  leadPrivate:
    'Ficam guardados com criptografia. Só você e a nossa equipe abrem, e cada vez que a equipe abre fica registrada.',
  field: 'Escolher arquivos',
  submit: 'Enviar documentos',
  busy: 'Enviando...',
  listTitle: 'Documentos enviados',
  none: 'Nenhum documento enviado.',
  manage: 'Enviar ou remover documentos',
  download: (name: string) => `Baixar ${name}`,
  sentAt: (moment: string) => `enviado em ${moment}`,
  types: { 'application/pdf': 'PDF', 'image/jpeg': 'JPG', 'image/png': 'PNG' },
  reviews: { waiting: 'Em conferência', accepted: 'Conferido', rejected: 'Não serviu' },
  because: (words: string) => `Por quê: ${words}`,
  asked: 'Precisamos de você',
  inPlaceOf: (name: string) => `Outro arquivo no lugar de “${name}”`,
  chooseOne: 'Escolher o arquivo',
  sendIt: 'Enviar o arquivo',
  askedTitle: (count: number) => (count === 1 ? 'Falta um documento seu' : `Faltam ${count} documentos seus`),
  askedLink: 'Ver e enviar',
  remove: 'Remover',
  removeNamed: (name: string) => `Remover ${name}`,
  removeTitle: 'Remover documento?',
  removeText: (name: string) => `“${name}” será apagado e não poderá ser recuperado.`,
  removeBusy: 'Removendo...',
  cancel: 'Cancelar',
  removed: 'Documento removido',
  notThere: 'Este documento não existe mais',

  success: 'Sucesso!',
  added: (count: number) => `${count} documento(s) adicionado(s)`,
  notAdded: '1 arquivo não foi guardado',
  restUnread: 'Se havia outros depois dele, envie-os de novo.',
  chooseFirst: 'Escolha pelo menos um arquivo',
  cut: 'O envio chegou incompleto',
  cutText: 'Verifique sua conexão e tente de novo.',

  waiting: 'Na fila',
  sending: 'Enviando',
  sent: 'Guardado',
  retryIn: (seconds: number) => `Sem resposta. Nova tentativa em ${seconds} s`,
  offline: 'Sem conexão. Continua quando ela voltar',
  retry: 'Tentar de novo',
  signedOut: 'Sua sessão terminou. Entre de novo para enviar.',
} as const

export type FileProblem = DocumentRefusal | 'failed'

/** Reasons why a file was not stored, as functions of the file's name. */
export const fileProblems: Record<FileProblem, (name: string) => string> = {
  empty: (name) => `“${name}” está vazio.`,
  too_large: (name) => `“${name}” tem mais de ${sizeText(MAX_FILE_BYTES)}. Envie um arquivo menor.`,
  wrong_content: (name) =>
    /\.hei[cf]$/i.test(name)
      ? `“${name}” é uma foto em HEIC, o formato do iPhone, que não conseguimos abrir. Abra a foto, tire uma captura de tela e envie a captura. Para as próximas saírem em JPG: Ajustes, Câmera, Formatos, Mais Compatível.`
      : `“${name}” não foi aceito. Envie um arquivo ${kinds} inteiro.`,
  too_many_pixels: (name) =>
    `“${name}” tem pixels demais: não conseguimos abrir. Envie uma captura de tela dela, ou tire outra com a câmera na resolução normal.`,
  too_many: (name) =>
    `“${name}” não foi guardado: o limite é de ${MAX_DOCUMENTS} documentos. Remova algum e tente de novo.`,
  too_much: (name) =>
    `“${name}” não foi guardado: o limite é de ${sizeText(MAX_TOTAL_BYTES)} ao todo. Remova algum e tente de novo.`,
  rejected_before: (name) =>
    `“${name}” é o mesmo arquivo que não serviu antes. Envie outro, com o que pedimos.`,
  failed: (name) => `“${name}” não foi guardado agora. Tente de novo em alguns instantes.`,
}

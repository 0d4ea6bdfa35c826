import { writeFile } from 'node:fs/promises'
import { formatInstant } from '../../src/core/calendar.ts'
import { ok, refuse } from '../../src/core/outcome.ts'
import { type DocumentForTeam, requestableKinds } from '../../src/modules/documents/public.ts'
import { codeOf } from '../../src/platform/error-code.ts'
import { type Command, command, decisionOf } from './command.ts'

/** Commands about documents. */
export const documentCommands: { readonly [name: string]: Command } = {
  documentos: command({
    args: [],
    description: 'os documentos que faltam conferir, o mais antigo primeiro',
    run: async ({ documents }) => ok(await documents.listForTeam({ list: 'to-review', limit: 200 })),
    format: (rows) => (rows.length > 0 ? rows.map(documentLine) : ['Nenhum documento espera.']),
  }),
  'baixar-documento': command({
    args: ['documento'],
    options: ['salvar'],
    description: 'salva um documento em --salvar caminho (fica registrado)',
    run: async ({ backoffice }, { ids: [documentId = ''], ...input }) => {
      const { salvar } = input.options
      if (!salvar) return refuse('no_folder')
      const opened = await backoffice.openDocument({ documentId, ...decisionOf(input) })
      if (!opened.ok) return opened
      try {
        await writeFile(salvar, opened.value.bytes, { mode: 0o600 })
        return ok(salvar)
      } catch (error) {
        return refuse('unwritable_file', codeOf(error))
      }
    },
    format: (path) => [`Salvo em ${path}.`],
  }),
  'aceitar-documento': command({
    args: ['documento'],
    description: 'o documento está certo',
    run: async (app, { ids: [documentId = ''], ...input }) => {
      const seen = await app.documents.forTeam({ id: documentId })
      const review = { documentId, decision: 'accepted' as const, seenVersion: seen?.reviewVersion ?? 0 }
      return app.backoffice.reviewDocument({ ...review, ...decisionOf(input) })
    },
    format: () => ['Aceito.'],
  }),
  'recusar-documento': command({
    args: ['documento'],
    options: ['texto'],
    description: 'pede outro arquivo no lugar deste; --texto "por quê" é o que o cliente lê',
    run: async (app, { ids: [documentId = ''], ...input }) => {
      const seen = await app.documents.forTeam({ id: documentId })
      const words = input.options.texto
      const review = {
        documentId,
        decision: 'rejected' as const,
        words,
        seenVersion: seen?.reviewVersion ?? 0,
      }
      return app.backoffice.reviewDocument({ ...review, ...decisionOf(input) })
    },
    format: () => ['Recusado. O cliente foi avisado do motivo.'],
  }),
  'pedir-documento': command({
    args: ['cliente', 'tipo'],
    options: ['texto'],
    description: `pede um documento a um cliente (${requestableKinds.join(', ')}); --texto "…" é o que ele lê`,
    run: async ({ backoffice }, { ids: [userId = '', text = ''], ...input }) => {
      const kind = requestableKinds.find((known) => known === text)
      if (!kind) return refuse('unknown_kind')
      return backoffice.requestDocument({ userId, kind, words: input.options.texto, ...decisionOf(input) })
    },
    format: (requestId) => [`Pedido ${requestId}. O cliente foi avisado.`],
  }),
  'dispensar-documento': command({
    args: ['pedido'],
    description: 'um documento pedido não é mais preciso',
    run: ({ backoffice }, { ids: [requestId = ''], ...input }) =>
      backoffice.closeDocumentRequest({ requestId, ...decisionOf(input) }),
    format: () => ['Dispensado.'],
  }),
}

function documentLine({ id, name, userId, createdAt }: DocumentForTeam): string {
  return `${formatInstant(createdAt)} ${name}: ${id}, cliente ${userId}`
}

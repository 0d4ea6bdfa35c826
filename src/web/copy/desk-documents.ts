/** Texts of the desk's documents. */
export const deskDocumentsCopy = {
  title: 'Documentos',
  lists: { 'to-review': 'A conferir', reviewed: 'Conferidos' },
  filter: 'Mostrar',
  more: 'Mostrar mais',
  empty: {
    'to-review': {
      title: 'Nenhum documento espera',
      text: 'Quando um cliente enviar um, ele aparece aqui.',
    },
    reviewed: { title: 'Nenhum conferido ainda', text: 'Os conferidos ficam aqui, os últimos primeiro.' },
  },
  states: { waiting: 'a conferir', accepted: 'aceito', rejected: 'recusado' },
  sent: (at: string) => `Enviado em ${at}`,
  noName: 'Cliente sem nome',

  preview: 'O arquivo',
  look: 'Ver o arquivo',
  download: 'Baixar o PDF',
  logged: 'Fica registrado que você abriu.',
  lookReason: 'conferência de documento',
  alt: (name: string) => `Imagem enviada: ${name}`,

  accept: 'Aceitar',
  accepting: 'Aceitando...',
  acceptReason: 'documento conferido',
  reject: 'Recusar e pedir outro',
  words: 'Por quê (o cliente lê)',
  wordsHint: 'Diga o que falta e como mandar certo.',
  presets: 'Motivos comuns',
  reasons: [
    'A foto está tremida ou escura. Mande outra, com luz e sem reflexo.',
    'O documento aparece cortado. Mande a folha inteira, com as quatro pontas.',
    'Falta o verso. Mande frente e verso.',
    'O documento está vencido. Mande um dentro da validade.',
    'O arquivo pede senha ou não abre. Mande outro, sem senha.',
    'O nome não é o da conta. Mande um em seu nome.',
  ],
  rejectGo: 'Recusar e avisar',
  rejectReason: 'documento recusado na conferência',
  notified:
    'O cliente vê em Minha Conta o motivo e o que mandar no lugar e, se não desligou os avisos, recebe uma mensagem.',
  decided: { accepted: 'Aceito. O cliente vê isso em Minha Conta.', rejected: 'Recusado. O cliente lê:' },
  change: 'Mudar a decisão',

  ask: 'Pedir um documento',
  requestKind: 'Qual',
  requestWords: 'O que ele precisa saber (o cliente lê)',
  requestGo: 'Pedir e avisar',
  requestReason: 'documento pedido na conferência',
  asked: 'Documentos pedidos',
  again: (name: string) => `${name} (outro arquivo)`,
  noneRequested: 'Nada foi pedido a este cliente.',
  close: 'Não precisa mais',
  closeReason: 'documento dispensado na conferência',
  others: 'Outros documentos deste cliente',
  noOthers: 'Nenhum outro.',
  facts: {
    person: 'Cliente',
    originalRequest: 'Pedido como',
    type: 'Tipo',
    size: 'Tamanho',
    whose: 'Cadastro',
  },
  whose: { fisica: 'pessoa física', juridica: 'pessoa jurídica' },
  next: 'Próximo da fila',

  done: {
    accepted:
      'Documento aceito. O cliente vê isso em Minha Conta e, se não desligou os avisos, recebe uma mensagem.',
    rejected:
      'Documento recusado. O cliente vê o motivo em Minha Conta e, se não desligou os avisos, recebe uma mensagem.',
    asked:
      'Pedido feito. O cliente vê o pedido em Minha Conta e, se não desligou os avisos, recebe uma mensagem.',
    closed: 'Dispensado.',
  },
} as const

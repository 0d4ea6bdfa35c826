/** Texts of the page of sent messages (only with the simulator). */
export const devMessages = {
  title: 'Mensagens enviadas',
  lead: 'Só existe com o simulador de pagamentos: aqui aparecem os e-mails e as mensagens de WhatsApp que o sistema escreveu, a mais nova primeiro.',
  empty: 'Nenhuma mensagem ainda',
  emptyText: 'Contrate um serviço ou crie uma conta e volte aqui.',
  links: 'Links desta mensagem',
  look: 'Ver o e-mail como ele chega',
  ended: 'O texto já foi apagado.',
  mail: {
    title: 'O e-mail como ele chega',
    lead: 'Em um celular e em uma tela grande, no claro e no escuro.',
    back: 'Todas as mensagens',
    alone: 'Abrir sozinho',
    views: {
      phone: 'Celular, claro',
      phoneDark: 'Celular, escuro',
      desk: 'Tela grande, clara',
      deskDark: 'Tela grande, escura',
    },
  },
  channel: { email: 'E-mail', whatsapp: 'WhatsApp' },
  status: {
    queued: 'na fila',
    sent: 'enviada',
    failed: 'não entregue',
    kept: 'guardada aqui',
    dropped: 'não enviada',
  },
} as const

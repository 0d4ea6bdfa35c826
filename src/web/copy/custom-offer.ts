/** Texts of the page of a custom offer, and of its callout on the list of orders. */
export const customOfferCopy = {
  meta: { title: 'Sua proposta', description: 'Uma proposta feita para você.' },
  eyebrow: 'Proposta só para você',
  lead: (until: string) => `Você pode aceitar até ${until}. Depois disso, ela vence sozinha.`,
  price: 'Quanto custa',
  firstDay: 'no dia em que aceitar',
  onAccepting: 'ao aceitar',
  validUntil: 'Válida até',
  party: 'Seus dados para o contrato',
  closed: {
    accepted: {
      title: 'Proposta aceita',
      text: 'Você já aceitou esta proposta. As parcelas estão em Pagamentos, e as etapas em Acompanhar Serviços.',
    },
    expired: {
      title: 'Esta proposta venceu',
      text: 'Nada foi contratado nem cobrado. Se ainda quiser o serviço, fale com a gente e preparamos outra.',
    },
    withdrawn: {
      title: 'Esta proposta foi retirada',
      text: 'Nada foi contratado nem cobrado. Fale com a gente para saber o que vale agora.',
    },
  },
  payments: 'Ver pagamentos',
  tracking: 'Acompanhar o serviço',
  services: 'Ver serviços',
  help: 'Falar no WhatsApp',
  /** Shown on the list of orders. */
  open: {
    title: (service: string) => `Proposta só para você: ${service}`,
    text: (total: string, until: string) => `Total ${total}, válida até ${until}.`,
    action: 'Ver a proposta',
  },
} as const

import { formatDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { formatPhone } from '../../core/phone.ts'
import { sendingHours } from '../../modules/notifications/public.ts'

const { weekday, saturday } = sendingHours

/** Texts of the page where a person chooses topics and channels of messages. */
export const preferencesCopy = {
  meta: { title: 'Seus avisos', description: 'Escolha o que você recebe e por onde.' },
  eyebrow: 'Minha Conta',
  title: 'Seus avisos',
  lead: 'Escolha o que você recebe e por onde. Vale a partir de agora.',
  linkLead: 'Escolha o que você recebe de nós. Vale a partir de agora, sem precisar entrar na conta.',
  topics: {
    progress: {
      title: 'Andamento do serviço',
      text: 'Etapas que começam e terminam, documentos pedidos e conferidos.',
    },
    reminders: {
      title: 'Lembretes de pagamento',
      text: 'Antes da data combinada, no dia e, se passar, mais alguns depois.',
    },
    offers: { title: 'Propostas', text: 'Quando preparamos uma proposta para você.' },
  },
  channels: { email: 'Por e-mail', whatsapp: 'Por WhatsApp', none: 'Não quero receber' },
  always: `Contrato, recibos, devoluções e segurança da conta chegam sempre por e-mail: são seus por lei. Os outros avisos só chegam de segunda a sexta, das ${weekday.from / 60}h às ${weekday.until / 60}h, e aos sábados até as ${saturday.until / 60}h.`,
  /** The team waits for a requested document, and nothing else informs the customer. */
  documents:
    'Sem os avisos de andamento, um documento que pedirmos só aparece na sua conta, e o serviço pode parar à espera dele.',
  save: 'Salvar escolhas',
  saveBusy: 'Salvando...',
  saved: { title: 'Escolhas salvas', text: 'Vale a partir de agora.' },
  stopAll: 'Parar todos',
  stopped: { title: 'Paramos de avisar', text: 'Você pode voltar a receber quando quiser, nesta página.' },
  invalid: { title: 'Nada mudou', text: 'Escolha uma opção para cada aviso e salve de novo.' },
  noConsent: { title: 'Falta ativar o WhatsApp', text: 'Ative o WhatsApp nesta página e escolha de novo.' },
  whatsapp: {
    title: 'WhatsApp',
    off: 'Para receber por WhatsApp, precisamos do seu sim para este número.',
    on: (phone: string, since: Date) =>
      `Ativado para ${formatPhone(phone)} desde ${formatDate(todayInSaoPaulo(since))}.`,
    onByLink: 'O WhatsApp está ativado para os seus avisos.',
    noPhone: 'Para ativar o WhatsApp, informe um celular no seu cadastro.',
    toRegistration: 'Completar meus dados',
    agree: 'Ativar WhatsApp',
    mustTick: { title: 'Falta o seu sim', text: 'Marque a frase para ativar o WhatsApp.' },
    agreed: { title: 'WhatsApp ativado', text: 'Agora escolha o que chega por lá.' },
    revoke: 'Parar o WhatsApp',
    revoked: { title: 'WhatsApp desligado', text: 'O que chegava por lá agora chega por e-mail.' },
  },
} as const

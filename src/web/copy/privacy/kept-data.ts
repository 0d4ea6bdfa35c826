import { DAY, HOUR } from '../../../core/durations.ts'
import { type DataKind, dataKinds, keptData } from '../../../core/kept-data.ts'
import { retention } from '../../../core/retention.ts'
import { counted, daysText, hoursText } from '../../../core/text.ts'
import { LINK_LIFETIME } from '../../../modules/identity/public.ts'
import { paths } from '../../paths.ts'

/** Texts about a kind of data for the policy, the privacy centre and the desk. */
interface KindWords {
  name: string
  /** The purpose of the data. */
  why: string
  /** The start of the retention period: 'depois do fim do serviço'. */
  from?: string
  /** Further facts about it that concern the person. */
  more?: string
}

/** Texts of every kind of data in the retention table. */
export const keptWords: Readonly<Record<DataKind, KindWords>> = {
  draft: {
    name: 'Contratação que você não terminou',
    why: 'Para você continuar de onde parou.',
    from: 'depois da última mudança, contados no dia seguinte',
    more: `Se você já tem conta, ela espera por você em qualquer aparelho e é apagada em até ${daysText(retention.accountDraftDays + 1)}, ou na hora, se você tocar em Descartar.`,
  },
  account: {
    name: 'Conta e cadastro',
    why: 'Para você entrar e contratar sem digitar tudo de novo.',
    more: 'Se pedir o fim da conta, apagamos o que a lei não manda guardar.',
  },
  consent: {
    name: 'O que você permitiu',
    why: 'Para provar o seu sim e respeitar o seu não.',
  },
  document: {
    name: 'Documentos enviados',
    why: 'Para fazer o serviço e resolver reclamações.',
    from: 'depois do fim do serviço',
    more: `Você pode apagar antes em [Minha Conta](${paths.account()}). Nossa equipe abre os arquivos para conferir, e cada vez fica registrada.`,
  },
  'unpaid-lookup': {
    name: 'Consulta que não foi paga',
    why: 'Para você pagar depois, se quiser.',
    from: 'depois do pedido',
  },
  lookup: {
    name: 'Consulta avulsa e a sua declaração',
    why: 'Para provar que a consulta foi pedida por quem podia pedir.',
    from: 'depois do pedido',
    more: 'Fica com criptografia.',
  },
  'lookup-result': {
    name: 'Resultado de consulta avulsa',
    why: 'Para você ler o que comprou.',
    from: 'depois da entrega',
    more: `O link que abre o resultado vale ${daysText(retention.resultLinkDays)}, e pede uma prova de que é você.`,
  },
  contract: {
    name: 'Contrato aceito e as suas provas',
    why: 'Para provar o que foi combinado, para você e para nós.',
    from: 'depois do fim do serviço',
  },
  order: {
    name: 'Pedido, andamento e pagamentos',
    why: 'Para fazer o serviço, cobrar certo e prestar contas.',
    from: 'depois do fim do serviço',
    more: 'Depois disso ficam só serviço, valores e datas, sem nada escrito sobre você.',
  },
  message: {
    name: 'Mensagens',
    why: 'Para avisar você e provar o que foi avisado.',
    from: 'depois do envio',
    more: `O texto some antes, em ${daysText(retention.messageDays)}: fica só que a mensagem foi enviada, para quem e quando.`,
  },
  journal: {
    name: 'Diário das mensagens enviadas',
    why: 'Para não mandar duas vezes a mesma mensagem se uma cópia de segurança for usada.',
    from: 'depois do envio',
  },
  proposal: {
    name: 'Proposta que não virou contrato',
    why: 'Para responder o que você pediu.',
    from: 'depois do pedido',
  },
  access: {
    name: 'Registros de acesso',
    why: 'Porque a lei manda.',
    from: 'depois do acesso',
    more: 'Entre eles, quando o resultado de uma consulta foi aberto.',
  },
  link: {
    name: 'Links enviados a você',
    why: 'Para dizer que um link venceu em vez de dizer que não existe.',
    from: 'depois de vencer',
    more: `O de confirmar a conta vale ${daysText(LINK_LIFETIME.confirm_email / DAY)}; o de trocar a senha, ${hoursText(LINK_LIFETIME.reset_password / HOUR)}.`,
  },
  'provider-words': {
    name: 'O que o meio de pagamento disse do seu pagamento',
    why: 'Para resolver um pagamento que não bate.',
    from: 'depois do pagamento',
    more: 'Fica com criptografia.',
  },
  note: {
    name: 'Anotações do atendimento',
    why: 'Para você não contar tudo de novo a cada contato.',
  },
  log: {
    name: 'Registro do que a nossa equipe fez',
    why: 'Para mostrar quem olhou os seus dados e que ninguém mexeu no registro.',
    more: 'Nele há números e motivos, e não os seus dados.',
  },
  request: {
    name: 'Pedidos sobre os seus dados',
    why: 'Para provar que respondemos.',
    from: 'depois da resposta',
    more: 'Se você pediu para apagar tudo, fica só que houve um pedido, e quando.',
  },
  team: {
    name: 'Acessos e convites da nossa equipe',
    why: 'Para saber quem entrou no painel, e quando.',
    from: 'depois do acesso ou do convite',
  },
  backup: {
    name: 'Cópias de segurança',
    why: 'Para não perder nada se uma máquina quebrar.',
    from: 'depois da cópia',
    more: 'O que você apagou some delas quando vencem. Se uma for usada antes, apagamos de novo.',
  },
}

/** Formats the retention period of a kind of data: 'Até 90 dias depois do fim do serviço.' */
export function untilText(kind: DataKind): string {
  const { keptFor } = keptData[kind]
  const { from } = keptWords[kind]
  if (keptFor === 'account') return 'Enquanto você tiver conta.'
  if (keptFor === 'always') return 'Enquanto a loja existir.'
  return `Até ${amountText(keptFor)}${from ? ` ${from}` : ''}.`
}

function amountText(keptFor: { days: number } | { months: number } | { years: number }): string {
  if ('days' in keptFor) return daysText(keptFor.days)
  return 'months' in keptFor ? counted(keptFor.months, 'mês', 'meses') : counted(keptFor.years, 'ano', 'anos')
}

/** Rows of the policy: the data, how long it is kept, under which law, and what an erasure does to it. */
export const keptRows: readonly { name: string; text: string }[] = dataKinds.map((kind) => {
  const { law, onErasure } = keptData[kind]
  const { name, why, more } = keptWords[kind]
  const erasure =
    onErasure === 'deleted' ? 'Apagado quando você pede.' : 'Fica até o fim do prazo, mesmo com pedido.'
  return { name, text: [untilText(kind), why, more, erasure, `(${law})`].filter(Boolean).join(' ') }
})

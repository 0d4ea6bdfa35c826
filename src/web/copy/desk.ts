/** Texts of the desk: its frame, its refusals. Each screen's own texts are in a file beside this one. */
import type { TeamRole } from '../../modules/team/public.ts'
import { paths } from '../paths.ts'

export const deskCopy = {
  title: 'Painel',
  nav: 'Painel',
  skip: 'Ir para o conteúdo',
  search: 'Pedido, nome, CPF, telefone',
  palette: 'Buscar e ir',
  paletteEmpty: 'Nada com esse nome.',
  paletteGo: 'Ir para',
  paletteFound: 'Encontrado',
  more: 'Mais',
  leave: 'Sair do painel',
  undo: 'Desfazer',
  seconds: (left: number) => `(${left} s)`,
  toQueue: 'Voltar à fila',
  keys: 'Atalhos',
  noAnswer: {
    title: 'Sem resposta',
    text: 'A rede não respondeu. O que está na tela é o que foi lido por último; tente outra vez.',
  },
  roles: {
    support: 'atendimento',
    finance: 'financeiro',
    staff: 'atendimento e financeiro',
    owner: 'administração',
  } satisfies Record<TeamRole, string>,
  problems: {
    forbidden: {
      title: 'Esta tela não é da sua função',
      text: 'Quem administra a equipe pode dar outra função à sua conta.',
    },
    'not-found': {
      title: 'Não encontramos',
      text: 'Confira o endereço: o que ele mostrava pode ter mudado de lugar ou acabado.',
    },
    failed: {
      title: 'Não foi possível abrir esta tela',
      text: 'Nada se perdeu. Tente outra vez em um instante; se continuar, avise quem cuida do sistema.',
    },
  },
  refusals: {
    unknown: 'Não foi possível. Atualize a página e tente outra vez.',
    unknown_intent: 'Este botão não existe mais. Atualize a página.',
    not_staff: 'A sua função não permite isto.',
    no_reason: 'Escreva o motivo, com pelo menos 3 letras.',
    not_found: 'Isto já foi resolvido, ou não existe mais.',
    changed_meanwhile: 'Um colega mexeu nisto agora. Veja como ficou e decida de novo.',
    not_theirs: 'A função dessa pessoa não permite cuidar disto.',
    bad_time: 'Escolha um momento que ainda vem, dentro de um ano.',
    not_deliverable: 'Esta consulta não está paga, foi cancelada, ou o dinheiro dela está voltando.',
    nothing_to_deliver: 'Escreva o resultado ou escolha um arquivo.',
    no_correction: 'Diga o que mudou: o comprador lê.',
    too_large: 'O arquivo é grande demais.',
    too_long: 'O texto é longo demais. Envie um arquivo.',
    wrong_content: 'O arquivo não é um PDF, JPG ou PNG inteiro.',
    not_prepared: 'O resultado não chegou a ser guardado. Envie de novo.',
    not_late: 'Ainda está no prazo, ou já foi entregue ou cancelada.',
    already_decided: 'Isto já foi decidido.',
    nothing_delivered: 'Ainda não há resultado entregue, ou não há link para cancelar.',
    erased: 'O resultado já foi apagado: o prazo terminou.',
    no_words: 'Escreva o motivo que o cliente vai ler.',
    already_requested: 'Isto já foi pedido a este cliente.',
    email_invalid: 'Confira o e-mail.',
    name_missing: 'Escreva o nome da pessoa.',
    already_in_team: 'Esta pessoa já é da equipe.',
    last_owner: 'A equipe precisa de pelo menos uma conta de administração.',
    note_empty: 'Escreva a anotação.',
    note_too_long: 'A anotação tem mais de 2.000 letras. Divida em duas.',
    yourself: 'Peça a um colega da administração: ninguém muda o próprio acesso.',
  },
} as const

/** The places of the desk, in the order of its rail; each with the right that its screen takes. */
export const deskPlaces = [
  { name: 'queue', label: 'Fila', href: paths.desk(), right: 'queue.read', key: 'f' },
  { name: 'customers', label: 'Clientes', href: paths.deskCustomers(), right: 'customer.read', key: 'c' },
  {
    name: 'lookups',
    label: 'Consultas',
    href: paths.deskLookups(),
    right: 'lookup.read',
    key: 'l',
    kinds: ['lookup.deliver'],
  },
  {
    name: 'documents',
    label: 'Documentos',
    href: paths.deskDocuments(),
    right: 'document.read',
    key: 'd',
    kinds: ['document.review'],
  },
  { name: 'team', label: 'Equipe', href: paths.deskTeam(), right: 'team.read', key: 'e' },
  { name: 'log', label: 'Registro', href: paths.deskLog(), right: 'log.read', key: 'r' },
] as const

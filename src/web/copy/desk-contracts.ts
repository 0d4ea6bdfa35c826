import { counted } from '../../core/text.ts'

/** Texts of the desk's screen with the versions of the contract. */
export const contractsCopy = {
  title: 'Versões do contrato',
  lead: 'As palavras de cada versão, como foram assinadas. O que é de cada contrato (serviço, preço, datas) aparece entre colchetes; nada aqui é de uma pessoa.',
  columns: { version: 'Versão', first: 'Primeiro aceite', last: 'Último aceite', contracts: 'Contratos' },
  current: 'em uso',
  nobody: 'ninguém assinou ainda',
  count: (contracts: number, areMore: boolean) =>
    `${areMore ? 'mais de ' : ''}${counted(contracts, 'contrato', 'contratos')}`,
  listOf: (version: string) => ` com a versão ${version}`,
  compare: 'Comparar duas versões',
  before: 'Versão de antes',
  after: 'Versão de depois',
  submit: 'Comparar',
  noText: (version: string) =>
    `Da versão ${version} não há texto: é desconhecida, ou os contratos assinados com ela já foram apagados, porque o prazo acabou.`,
  inconsistent: (version: string) =>
    `Contratos da versão ${version} não dizem todos o mesmo: o primeiro e o último diferem. Chame quem cuida do programa: um texto que muda precisa de outra versão.`,
  summary: (changed: number, same: number) =>
    changed === 0
      ? 'As duas versões dizem o mesmo.'
      : `${counted(changed, 'cláusula diferente', 'cláusulas diferentes')}, ${counted(same, 'igual', 'iguais')}.`,
  legend: 'O que saiu está riscado; o que entrou, sublinhado.',
  states: { same: 'igual', changed: 'mudou', added: 'nova', removed: 'saiu' },
  /** For screen readers. */
  gone: 'saiu: ',
  come: 'entrou: ',
  none: 'Não existe nesta versão.',
  same: 'Cláusulas iguais',
  contracts: (version: string) => `Assinados com a versão ${version}`,
  acceptedAt: (at: string) => `aceito em ${at}`,
  erased: 'pedido apagado',
  older: 'Mais antigos',
  back: 'Registro',
} as const

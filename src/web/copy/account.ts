/** Texts of 'Minha Conta': specification, sections 2, 5 and 8. */
import type { Device } from '../../modules/identity/public.ts'
import { NAME_MIN } from '../forms/lengths.ts'

const title = 'Minha Conta'

export const accountCopy = {
  /** The section with the link to the message preferences. */
  messages: {
    title: 'Seus avisos',
    text: 'O que você recebe, e por onde: e-mail, WhatsApp ou nada.',
    go: 'Escolher meus avisos',
  },
  title,
  lead: 'Seus dados, seus documentos e sua senha.',
  privacy: 'Privacidade: o que guardamos de você e quem olhou',
  tabs: { dados: 'Meus Dados', cadastro: 'Cadastro', 'trocar-senha': 'Trocar Senha' },
  savedAt: (moment: string) => `Salvo em ${moment}`,
  edit: 'Alterar',
  empty: 'Nenhum dado cadastrado',
  emptyText: 'Complete uma vez só: quando você contratar, seus dados já vêm preenchidos.',
  emptyAction: 'Completar meus dados',
  kindTitle: { fisica: 'Pessoa Física', juridica: 'Pessoa Jurídica' },
  kindHint: { fisica: 'Meus dados pessoais', juridica: 'Dados da minha empresa' },
  kindNav: 'Tipo de cadastro',
  individualTitle: 'Dados pessoais',
  companyTitle: 'Dados da empresa',
  sealed: 'Guardamos tudo com criptografia. Só você vê estes dados na sua conta.',
  saveIndividual: 'Salvar Dados Pessoais',
  saveCompany: 'Salvar Dados da Empresa',
  saving: 'Salvando...',
  saved: 'Sucesso!',
  savedIndividual: 'Dados de pessoa física salvos com sucesso!',
  savedCompany: 'Dados de pessoa jurídica salvos com sucesso!',
  saveFailed: 'Erro ao salvar dados',
  saveFailedText: 'Tente novamente em alguns instantes.',
} as const

/** Texts of the telephone's form. */
export const phoneCopy = {
  title: 'Telefone',
  lead: 'É por ele que a equipe fala com você. Se você ativou avisos por WhatsApp, eles continuam no número de antes: para trocar, pare e ative de novo em Seus avisos.',
  label: 'Telefone com DDD',
  submit: 'Salvar telefone',
  changed: 'Telefone alterado',
  failed: 'Erro ao alterar telefone',
  failedText: 'Tente novamente em alguns instantes.',
} as const

export const individualLabels = {
  nome: 'Nome completo',
  cpf: 'CPF',
  rg: 'RG',
  rendaPresumida: 'Renda presumida',
  endereco: 'Endereço',
  cidade: 'Cidade',
  cep: 'CEP',
} as const

export const companyLabels = {
  razaoSocial: 'Razão social',
  cnpj: 'CNPJ',
  nomeResponsavel: 'Nome do responsável',
  cpfResponsavel: 'CPF do responsável',
  rgResponsavel: 'RG do responsável',
  faturamentoPresumido: 'Faturamento presumido',
  enderecoEmpresa: 'Endereço da empresa',
  cidadeEmpresa: 'Cidade da empresa',
  cepEmpresa: 'CEP da empresa',
} as const

export const fieldHints = {
  address: 'Rua, número e bairro',
  income: 'Por mês, antes dos descontos',
  revenue: 'Por mês',
} as const

/** Error messages of the registration form: specification, section 5, with company fields in the same style. */
export const registrationMessages = {
  nome: `Nome deve ter pelo menos ${NAME_MIN} caracteres`,
  cpf: 'CPF inválido',
  rg: 'RG inválido',
  endereco: 'Endereço deve ser completo',
  cidade: 'Cidade obrigatória',
  cep: 'CEP inválido',
  renda: 'Renda presumida obrigatória',
  rendaInvalida: 'Renda presumida inválida',
  razaoSocial: `Razão social deve ter pelo menos ${NAME_MIN} caracteres`,
  cnpj: 'CNPJ inválido',
  nomeResponsavel: `Nome do responsável deve ter pelo menos ${NAME_MIN} caracteres`,
  faturamento: 'Faturamento presumido obrigatório',
  faturamentoInvalido: 'Faturamento presumido inválido',
  tooLong: (max: number) => `Use no máximo ${max} caracteres`,
} as const

export const passwordCopy = {
  title: 'Trocar senha',
  changed: 'Senha alterada com sucesso!',
  wrongCurrent: 'Senha atual incorreta.',
  failed: 'Erro ao alterar senha. Tente novamente.',
  failedBecause: (message: string) => `Erro ao alterar senha: ${message}`,
} as const

/** List of the account's open sessions, in the tab 'Trocar Senha'. */
export const sessionsCopy = {
  title: 'Onde sua conta está aberta',
  lead: 'Não reconhece algum aparelho? Encerre o acesso dele e troque a senha.',
  current: 'esta sessão',
  lastUsed: (moment: string) => `Último uso em ${moment}`,
  signedIn: (moment: string) => `Entrada em ${moment}`,
  end: 'Sair deste aparelho',
  endNamed: (device: string) => `Sair deste aparelho: ${device}`,
  endOthers: 'Sair de todos os outros',
  ending: 'Saindo...',
  ended: { title: 'Pronto!', text: 'Sua conta foi fechada naquele aparelho.' },
  endedOthers: { title: 'Pronto!', text: 'Sua conta agora está aberta só aqui.' },
  endedBefore: { title: 'Sua conta já não estava aberta naquele aparelho.' },
  failed: { title: 'Erro ao sair do aparelho', text: 'Tente novamente em alguns instantes.' },
  loadFailed: 'Não conseguimos mostrar os aparelhos agora. Atualize a página para tentar de novo.',
} as const

/** Formats the name of a device: 'Chrome no Android'. */
export function deviceText({ browser, system }: Device): string {
  if (browser && system) return `${browser} no ${system}`
  if (system) return `Aparelho com ${system}`
  return browser ?? 'Aparelho desconhecido'
}

/**
 * Error messages of the account's password form: specification, section 5. The messages about the new password are those of
 * /auth.
 */
export const passwordMessages = {
  currentPassword: 'Senha atual obrigatória',
  confirmPassword: 'Confirmação de senha obrigatória',
  mismatch: 'Senhas não conferem',
} as const

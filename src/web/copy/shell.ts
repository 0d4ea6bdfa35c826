/** Texts around every page: header, footer, states, notices. */

export const siteName = 'Recomeço'

export const shellCopy = {
  skip: 'Ir para o conteúdo',
  menu: 'Menu',
  mainNav: 'Principal',
  accountNav: 'Sua conta',
  nav: [
    { href: '/', label: 'Início' },
    { href: '/services', label: 'Serviços' },
    { href: '/tracking', label: 'Acompanhar' },
    { href: '/payments', label: 'Pagamentos' },
  ],
  greeting: 'Olá,',
  account: 'Minha Conta',
  signOut: 'Sair',
  signOutBusy: 'Saindo...',
  signIn: 'Entrar',
  signUp: 'Criar Conta',
  demo: 'Demonstração: nenhum pagamento é real.',
} as const

export const footerCopy = {
  idea: 'Você sabe quanto paga, quando paga e o que acontece em seguida.',
  servicesTitle: 'Serviços',
  services: [
    { href: '/service/clean-name', label: 'Limpeza de Nome' },
    { href: '/service/credit-rating', label: 'Rating de Crédito' },
    { href: '/service/bacen-clean', label: 'Limpeza no Bacen' },
    { href: '/tracking', label: 'Acompanhar Serviços' },
  ],
  supportTitle: 'Suporte no WhatsApp',
  support: [
    { topic: 'help', label: 'Central de Ajuda' },
    { topic: 'faq', label: 'Perguntas Frequentes' },
    { topic: 'chat', label: 'Chat Online' },
  ],
  contactTitle: 'Contato',
  hours: 'Segunda a sexta, das 8h às 18h',
  instagram: 'Instagram',
  legalTitle: 'Informações legais',
  privacy: 'Política de Privacidade',
  terms: 'Termos de Uso',
  cnpj: 'CNPJ',
} as const

export const planCopy = {
  popular: 'Mais Popular',
  total: 'Total',
  least: 'menor preço',
  same: 'mesmo preço à vista',
  more: (difference: string) => `${difference} a mais que à vista`,
  chosen: 'Forma de pagamento selecionada!',
} as const

export const stateCopy = {
  failed: 'Não conseguimos carregar',
  failedText: 'Seus dados estão guardados. Tente de novo em alguns instantes.',
  retry: 'Tentar de novo',
} as const

/** Said by the script while a protected page is slow to answer. */
export const checkingSignIn = 'Verificando autenticação...'
export const copyFailed = 'Erro ao copiar'

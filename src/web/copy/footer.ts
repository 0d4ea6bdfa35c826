import { capitalized } from '../../core/text.ts'
import { paths } from '../paths.ts'
import { editable } from './editable.ts'
import { openingHours } from './opening-hours.ts'

/** Texts of the footer. */
export const footerCopy = editable(
  'footer',
  {
    idea: 'Você sabe quanto paga, quando paga e o que acontece em seguida.',
    servicesTitle: 'Serviços',
    services: [
      { href: paths.service('clean-name'), label: 'Limpeza de Nome' },
      { href: paths.service('credit-rating'), label: 'Rating de Crédito' },
      { href: paths.service('bacen-clean'), label: 'Limpeza Bacen' },
      { href: paths.tracking(), label: 'Acompanhar Serviços' },
    ],
    supportTitle: 'Suporte no WhatsApp',
    support: [
      { topic: 'help', label: 'Central de Ajuda' },
      { topic: 'faq', label: 'Perguntas Frequentes' },
      { topic: 'chat', label: 'Chat Online' },
    ],
    contactTitle: 'Contato',
    hours: capitalized(openingHours),
    instagram: 'Instagram',
    help: 'Ajuda no WhatsApp',
    legalTitle: 'Informações legais',
    scamCheck: 'É golpe? Confira',
    privacy: 'Política de Privacidade',
    terms: 'Termos de Uso',
    cnpj: 'CNPJ',
  },
  { except: ['hours', 'legalTitle', 'scamCheck', 'privacy', 'terms', 'cnpj'] },
)

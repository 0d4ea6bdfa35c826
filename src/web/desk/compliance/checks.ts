import type { IsoDate } from '../../../core/calendar.ts'
import { CONSUMER_LATE_FEE_PERCENT } from '../../../core/commitments.ts'
import type { Company } from '../../../core/company.ts'
import { keptData } from '../../../core/kept-data.ts'
import { formatPercent } from '../../../core/percent.ts'
import { numberText } from '../../../core/text.ts'
import { type Catalogue, forbiddenWords, proofProblem, textsIn } from '../../../modules/catalogue/public.ts'
import { paths } from '../../paths.ts'
import { nameOfPage } from '../catalogue/page-fields.ts'
import { addressOf } from '../catalogue/subject-address.ts'

/** State of the shop at the time of a compliance check. Every value is read, none is assumed. */
export interface ShopState {
  /** Date in America/Sao_Paulo. */
  today: IsoDate
  production: boolean
  /** True when a simulator replaces the payment provider. */
  demo: boolean
  publicUrl: string
  company: Company
  /** Fields of the company that still have fictitious values. */
  fictitious: readonly (keyof Company)[]
  catalogue: Catalogue
  /** Whether messages are really sent through each channel. */
  channels: { email: boolean; whatsapp: boolean }
  /** Whether a payment provider is configured, and whether it signs its notices. */
  provider: { configured: boolean; signed: boolean }
  /** Whether contracts are sealed with a company certificate that is valid now. */
  sealed: boolean
  /** The late fee for a consumer, in hundredths of a percent of the instalment. */
  lateFee: number
  /** Jobs that failed all their attempts. */
  stoppedJobs: readonly string[]
  /** Number of rows of an earlier release that contain a CPF in plain text. */
  readableRows: number
  /** Number of members who may approve a refund, and whether a second member's approval is required. */
  approvers: { needed: boolean; count: number }
}

/** A finding of a check, described for the shop, and the address where it can be corrected. */
interface Finding {
  text: string
  address?: string
}

/** One legal requirement. */
export interface Check {
  id: string
  title: string
  /** The article of the law. */
  law: string
  /** What to do when something is found. */
  todo: string
  /** Where to do it: a screen of the desk, or the configuration of the program. */
  where: 'catalogue' | 'operation' | 'team' | 'configuration'
  /** Returns an empty list when the requirement is met. */
  find(state: ShopState): Finding[]
}

const parts: Record<keyof Company, string> = {
  legalName: 'razão social (COMPANY_LEGAL_NAME)',
  cnpj: 'CNPJ (COMPANY_CNPJ)',
  address: 'endereço (COMPANY_ADDRESS)',
  phone: 'telefone (COMPANY_PHONE)',
  email: 'e-mail (COMPANY_EMAIL)',
  instagram: 'Instagram (COMPANY_INSTAGRAM)',
  pixKey: 'chave Pix (COMPANY_PIX_KEY)',
  lawyer: 'responsável jurídico (COMPANY_LAWYER)',
  dpoEmail: 'encarregado de dados (COMPANY_DPO_EMAIL)',
}

/**
 * Fields with which a seller must identify itself; the law does not require Instagram, but another company's account must not be
 * shown as ours.
 */
const identity = ['legalName', 'cnpj', 'address', 'phone', 'email', 'instagram'] as const

/** Jobs that erase data after its retention period, and those that delete the files of erased rows. */
const erasing = new Set<string>([
  ...Object.values(keptData).flatMap(({ jobs }) => jobs),
  ...['consultations.erase-file', 'documents.erase', 'orders.sweep-files'],
])

/** Maximum late fee for a consumer, in hundredths of a percent. */
const LATE_FEE_CAP = CONSUMER_LATE_FEE_PERCENT * 100

export const checks: readonly Check[] = [
  {
    id: 'identity',
    title: 'Quem vende diz quem é',
    law: 'Decreto 7.962/2013, artigo 2º; CDC, artigo 42-A',
    todo: 'Escreva os dados verdadeiros na configuração do programa e reinicie.',
    where: 'configuration',
    find: ({ fictitious }) =>
      identity
        .filter((part) => fictitious.includes(part))
        .map((part) => ({ text: `De exemplo: ${parts[part]}` })),
  },
  {
    id: 'payee',
    title: 'Quem recebe o dinheiro é a loja',
    law: 'CDC, artigos 6º, III, e 31',
    todo: 'Escreva a chave Pix da empresa na configuração do programa e reinicie.',
    where: 'configuration',
    find: ({ fictitious }) => only(fictitious.includes('pixKey'), `De exemplo: ${parts.pixKey}`),
  },
  {
    id: 'lawyer',
    title: 'Quem responde pela parte jurídica existe',
    law: 'CDC, artigo 37, § 1º; Lei 8.906/1994, artigo 1º',
    todo: 'Escreva o nome e a inscrição na OAB na configuração do programa e reinicie.',
    where: 'configuration',
    find: ({ fictitious }) => only(fictitious.includes('lawyer'), `De exemplo: ${parts.lawyer}`),
  },
  {
    id: 'dpo',
    title: 'Há um encarregado dos dados pessoais, e seu contato é público',
    law: 'LGPD, artigo 41',
    todo: 'Escreva o e-mail do encarregado na configuração do programa e reinicie. Ele aparece na política de privacidade.',
    where: 'configuration',
    find: ({ fictitious }) => only(fictitious.includes('dpoEmail'), `De exemplo: ${parts.dpoEmail}`),
  },
  {
    id: 'claims',
    title: 'O que a loja afirma tem prova',
    law: 'CDC, artigos 30, 36, 37 e 38',
    todo: 'Guarde a prova e escreva onde ela está, ou esconda a frase.',
    where: 'catalogue',
    find: ({ catalogue, today }) =>
      catalogue.claims
        .filter((claim) => !claim.hidden && proofProblem(claim, today) === 'no_evidence')
        .map(({ id, value, text }) => ({ text: `${value}: ${text}`, address: addressOf(`claim:${id}`) })),
  },
  {
    id: 'expired',
    title: 'Nenhuma prova venceu',
    law: 'CDC, artigos 36, parágrafo único, e 38',
    todo: 'Guarde uma prova nova, ou esconda o que ela provava.',
    where: 'catalogue',
    find: ({ catalogue, today }) => [
      ...catalogue.claims
        .filter((claim) => !claim.hidden && proofProblem(claim, today) === 'expired')
        .map(({ id, value, text }) => ({ text: `${value}: ${text}`, address: addressOf(`claim:${id}`) })),
      ...catalogue.testimonials
        .filter((testimonial) => !testimonial.hidden && proofProblem(testimonial, today) === 'expired')
        .map(({ id, name }) => ({ text: name, address: addressOf(`testimonial:${id}`) })),
    ],
  },
  {
    id: 'testimonials',
    title: 'Depoimentos são de quem os deu e deixou publicar',
    law: 'CDC, artigo 37, § 1º; Código Civil, artigo 20; LGPD, artigo 7º',
    todo: 'Escreva onde está a autorização, ou esconda o depoimento.',
    where: 'catalogue',
    find: ({ catalogue, today }) =>
      catalogue.testimonials
        .filter((testimonial) => !testimonial.hidden && proofProblem(testimonial, today) === 'no_evidence')
        .map(({ id, name }) => ({ text: name, address: addressOf(`testimonial:${id}`) })),
  },
  {
    id: 'credit-words',
    title: 'Nenhum texto oferece crédito sem consulta',
    law: 'CDC, artigo 54-C, II',
    todo: 'Tire as palavras do texto.',
    where: 'catalogue',
    find: ({ catalogue }) => {
      const services = catalogue.services.flatMap(({ id, title, hidden, plans: _plans, ...words }) =>
        !hidden && offersBlindCredit(words) ? [{ text: title, address: addressOf(`service:${id}`) }] : [],
      )
      const claims = catalogue.claims.flatMap(({ id, value, text, hidden }) =>
        !hidden && offersBlindCredit([value, text])
          ? [{ text: value, address: addressOf(`claim:${id}`) }]
          : [],
      )
      const pages = catalogue.pages.flatMap(({ id, texts }) =>
        offersBlindCredit(texts) ? [{ text: nameOfPage(id), address: addressOf(`page:${id}`) }] : [],
      )
      return [...services, ...claims, ...pages]
    },
  },
  {
    id: 'late-fee',
    title: 'A multa por atraso fica no limite',
    law: 'CDC, artigo 52, § 1º',
    todo: 'Diminua a multa na configuração do programa e reinicie.',
    where: 'configuration',
    find: ({ lateFee }) => only(lateFee > LATE_FEE_CAP, `A multa é de ${formatPercent(lateFee / 100)}`),
  },
  {
    id: 'confirmation',
    title: 'Quem compra recebe a confirmação e a cópia do contrato',
    law: 'Decreto 7.962/2013, artigo 4º, III e IV',
    todo: 'Configure o envio de e-mail (SMTP_URL) e reinicie.',
    where: 'configuration',
    find: ({ channels }) => only(!channels.email, 'Nenhum e-mail sai: fica guardado aqui'),
  },
  {
    id: 'seal',
    title: 'Os contratos em PDF levam o selo digital da empresa',
    law: 'MP 2.200-2/2001, artigo 10, § 1º',
    todo: 'Compre um certificado A1 da ICP-Brasil para o CNPJ, escreva SEAL_CERTIFICATE_FILE e SEAL_PASSPHRASE e reinicie. Não é obrigatório: sem selo, quem recebe o PDF o confere na página da loja.',
    where: 'configuration',
    find: ({ sealed }) => only(!sealed, 'Os contratos em PDF saem sem selo, ou com um de teste'),
  },
  {
    id: 'whatsapp',
    title: 'O aviso prometido por WhatsApp é mandado',
    law: 'CDC, artigos 30 e 35',
    todo: 'Configure o WhatsApp da empresa (WHATSAPP_PHONE_NUMBER_ID e WHATSAPP_ACCESS_TOKEN) e reinicie; até lá, mande à mão.',
    where: 'configuration',
    find: ({ channels, catalogue }) =>
      only(
        !channels.whatsapp && catalogue.consultations.some(({ hidden }) => !hidden),
        'As consultas prometem um aviso por WhatsApp, e nenhum sai',
      ),
  },
  {
    id: 'demonstration',
    title: 'A loja cobra de verdade',
    law: 'CDC, artigos 31 e 35',
    todo: 'Configure um provedor de pagamentos e inicie com NODE_ENV=production.',
    where: 'configuration',
    find: ({ production, demo }) => [
      ...only(demo, 'Os pagamentos são de um simulador'),
      ...only(
        !production,
        'O programa não está em produção: há contas de demonstração e segredos de exemplo',
      ),
    ],
  },
  {
    id: 'provider',
    title: 'O provedor de pagamentos está inteiro',
    law: 'CDC, artigos 6º, VI, e 14',
    todo: 'Escreva a chave do provedor e o segredo com que ele assina os avisos.',
    where: 'configuration',
    find: ({ provider }) => [
      ...only(!provider.configured, 'Nenhum provedor de pagamentos'),
      ...only(provider.configured && !provider.signed, 'O provedor não assina os seus avisos'),
    ],
  },
  {
    id: 'transport',
    title: 'O que a pessoa escreve viaja cifrado',
    law: 'LGPD, artigo 46; Decreto 7.962/2013, artigo 4º, VII',
    todo: 'Sirva a loja por https (PUBLIC_URL).',
    where: 'configuration',
    find: ({ publicUrl }) => only(!publicUrl.startsWith('https:'), `A loja está em ${publicUrl}`),
  },
  {
    id: 'sealed',
    title: 'O CPF e o texto dos contratos ficam cifrados',
    law: 'LGPD, artigos 46 e 47',
    todo: 'Um dia depois da atualização a loja cifra sozinha o que é de antes. Se não acaba, veja as tarefas identity.seal e contracting.seal.',
    where: 'operation',
    find: ({ readableRows }) =>
      only(
        readableRows > 0,
        readableRows === 1
          ? '1 registro ainda legível'
          : `${numberText(readableRows)} registros ainda legíveis`,
        paths.deskOperation(),
      ),
  },
  {
    id: 'retention',
    title: 'O que não pode mais ser guardado é apagado',
    law: 'LGPD, artigos 15 e 16',
    todo: 'Abra a tarefa que parou, veja o motivo e mande repetir.',
    where: 'operation',
    find: ({ stoppedJobs }) =>
      stoppedJobs
        .filter((job) => erasing.has(job))
        .map((job) => ({ text: `Parou: ${job}`, address: paths.deskOperation() })),
  },
  {
    id: 'refunds',
    title: 'Uma devolução não espera por quem não existe',
    law: 'CDC, artigo 49, parágrafo único',
    todo: 'Convide outra pessoa do financeiro ou da administração: quem pede não aprova.',
    where: 'team',
    find: ({ approvers }) =>
      only(
        approvers.needed && approvers.count < 2,
        'Acima do limite, uma segunda pessoa aprova; e só há uma',
        paths.deskTeam(),
      ),
  },
]

/** A check with its findings. */
export interface CheckResult extends Omit<Check, 'find'> {
  findings: Finding[]
}

/** Runs every check, in the order of the list. */
export function checkShop(state: ShopState): CheckResult[] {
  return checks.map(({ find, ...check }) => ({ ...check, findings: find(state) }))
}

function only(isFound: boolean, text: string, address?: string): Finding[] {
  return isFound ? [{ text, ...(address !== undefined && { address }) }] : []
}

/** Checks whether any text of the object contains an offer like 'Sem consulta ao SPC'. */
function offersBlindCredit(words: object): boolean {
  return textsIn(words).some(({ text }) => forbiddenWords(text).some(({ code }) => code === 'blind_credit'))
}

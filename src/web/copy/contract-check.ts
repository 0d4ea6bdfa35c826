import type { IsoDate } from '../../core/calendar.ts'
import type { ContractCheck } from '../../modules/receipts/public.ts'
import { tooManyRequests } from './too-many-requests.ts'

/** Date of the last change to this page. */
export const contractCheckChanged: IsoDate = '2026-11-23'

type Verdict = ContractCheck['verdict']

/** Texts of the public page that checks whether a contract is ours. */
export const contractCheckCopy = {
  meta: {
    title: 'Conferir um contrato',
    description:
      'Tem um contrato nosso em PDF? Confira, sem conta, se foi feito por nós, quando foi aceito e se nada foi alterado.',
  },
  eyebrow: 'Segurança',
  title: 'Confira um contrato',
  lead: 'Para quem tem um contrato nosso nas mãos: cliente, banco, advogado ou juiz. Não precisa de conta.',

  form: {
    file: 'O contrato em PDF',
    fileHint: 'O arquivo como foi baixado da conta do cliente, sem imprimir nem converter.',
    code: 'Ou o código',
    codeHint:
      'O SHA-256 do registro ou do texto: 64 letras e números, no contrato e no e-mail de confirmação.',
    submit: 'Conferir',
    busy: 'Conferindo...',
    privacy: 'O que você envia aqui não fica guardado, e a resposta não diz o nome de ninguém.',
    empty: 'Escolha o arquivo ou digite o código',
    tooMany: tooManyRequests,
    overloaded: 'Há muitos contratos em conferência agora. Envie o arquivo de novo daqui a um minuto.',
    notChecked:
      'Não conseguimos conferir este arquivo agora, e isso não diz nada sobre ele. Envie de novo daqui a um minuto, ou digite o código.',
    another: 'Conferir outro',
  },

  verdicts: {
    ours: 'É nosso e não foi alterado',
    pages_unknown: 'O registro é nosso; as páginas, não sabemos',
    broken: 'É nosso, mas nosso registro não confere',
    altered: 'Foi alterado',
    unknown: 'Não é nosso',
    unreadable: 'Não é um contrato nosso em PDF',
  } satisfies Record<Verdict, string>,

  why: {
    ours: 'O registro do aceite está na nossa corrente de provas, e os registros vizinhos confirmam o lugar dele.',
    pages_unknown:
      'O texto e o registro que o arquivo traz são os nossos, mas ele não tem selo e as páginas não são as que fazemos hoje. Leia o texto no anexo contrato.txt, ou peça ao cliente que baixe o contrato de novo.',
    broken:
      'O arquivo é coerente, mas o que guardamos dele, ou ao lado dele, foi alterado. Nossa equipe é avisada disso todo dia; fale com a gente.',
    altered:
      'Algo no arquivo não bate: o texto, o registro, uma página ou o selo. Não confie nele. Peça o contrato de novo a quem o baixou da conta.',
    unknown: 'Nenhum contrato nosso tem este registro. Não confie nele antes de falar com a gente.',
    unreadable:
      'Envie o PDF como foi baixado da conta do cliente, ou digite o código inteiro, de 64 letras e números. Foto, impressão e cópia convertida não servem.',
  } satisfies Record<Verdict, string>,

  codeOurs: {
    title: 'É nosso',
    why: 'Existe um contrato nosso com este código, e a prova dele confere. O código sozinho não diz se as páginas que você tem são as dele: para isso, envie o PDF.',
  },
  acceptedAt: 'Aceito em',
  seal: 'Selo digital',
  seals: {
    trusted: 'Do nosso certificado; nada mudou no arquivo depois dele',
    test: 'De teste: esta loja é uma demonstração, e o selo não prova nada fora dela',
    none: 'O arquivo não tem selo; comparamos cada byte com o que fazemos',
  },

  without: {
    title: 'Sem depender da gente',
    lead: 'O PDF leva tudo o que é preciso para conferir, mesmo que a empresa feche.',
    steps: [
      {
        title: 'Abra num leitor de PDF',
        text: 'Ele mostra de quem é o selo e se algo mudou depois. O certificado de uma empresa vem de uma autoridade da ICP-Brasil.',
      },
      {
        title: 'Veja os anexos',
        text: 'contrato.txt é o texto aceito e registro-contrato.txt, a prova do aceite. O SHA-256 de cada um está impresso no contrato: openssl dgst -sha256 contrato.txt',
      },
      {
        title: 'Ou use o programa',
        text: 'Um arquivo só, que se lê e roda com o Node.js: node verificar-contrato.mjs contrato.pdf',
      },
    ],
    download: 'Baixar o programa',
    fingerprint: 'SHA-256 do nosso certificado de hoje',
  },
  link: 'Conferir um contrato',
} as const

import { formatDocument } from '../../../core/documento.ts'
import { formatPhone } from '../../../core/phone.ts'
import {
  type Issuer,
  issuerFacts,
  type PdfBlock,
  type PdfContent,
  type PdfFact,
  type PdfFile,
} from './pdf-content.ts'

/** A signed text, with the record of its acceptance. */
export interface SignedRecord {
  kind: 'contract' | 'addendum'
  text: string
  version: string
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  sha256: string
  acceptedAtText: string
  ip: string
  userAgent: string
  email: string
  emailVerified: boolean
  ticked: readonly string[]
  chain: number
  position: number
  previousHash: string
  recordHash: string
  /** The text whose SHA-256 is `recordHash`. */
  recordText: string
}

export interface ContractFacts {
  /** The company that signed. */
  issuer: Issuer
  orderNumber: string
  party: { name: string; cpf: string; phone: string }
  /** The contract, then its addenda. */
  signed: readonly [contract: SignedRecord, ...addenda: SignedRecord[]]
  /** The public page that verifies a contract. */
  verifyUrl: string
  /** The certificate that seals the file; undefined when it has no seal. */
  seal: { name: string; isTest: boolean } | undefined
}

/** The content of the contract PDF for its owner: the texts as they were accepted, and their evidence. */
export function contractContent({
  issuer,
  orderNumber,
  party,
  signed,
  verifyUrl,
  seal,
}: ContractFacts): PdfContent {
  const [contract] = signed
  return {
    title: 'Contrato de prestação de serviços',
    issuer: `${issuer.legalName}, CNPJ ${issuer.cnpj}`,
    subtitle: `Pedido ${orderNumber}, aceito em ${contract.acceptedAtText}`,
    opening: [
      text(
        'Aqui estão o texto aceito, o registro do aceite e o que é preciso para qualquer pessoa conferir os dois, mesmo sem a empresa.',
      ),
    ],
    sections: [
      ...signed.flatMap((one) => [
        ...textSections(one),
        {
          heading: `O aceite do ${names[one.kind]}`,
          blocks: [{ kind: 'facts' as const, rows: acceptance(one, party) }],
        },
      ]),
      {
        heading: 'Como conferir',
        blocks: [...howTo(seal), { kind: 'link', url: verifyUrl, text: 'Página que confere contratos' }],
      },
      { heading: 'A empresa', blocks: [{ kind: 'facts', rows: issuerFacts(issuer) }] },
    ],
  }
}

/**
 * The attachments of the PDF: each text and each record as a separate file, whose SHA-256 any tool can compute, and `prova.json`
 * for programs (`proof/verificar-contrato.mjs` reads it).
 */
export function contractFiles({ signed }: Pick<ContractFacts, 'signed'>, format: string): PdfFile[] {
  const records = signed.map((one, index) => {
    const name = one.kind === 'contract' ? 'contrato' : `aditivo-${index}`
    return { one, textFile: `${name}.txt`, recordFile: `registro-${name}.txt` }
  })
  const proof = {
    format,
    hash: 'SHA-256',
    howTo: [
      'Cada textFile é o texto aceito, em UTF-8; o SHA-256 dele é textSha256 (openssl dgst -sha256 contrato.txt).',
      'Cada recordFile é o registro do aceite; o SHA-256 dele é recordSha256. São quatro partes, separadas por uma quebra de linha (\\n), sem outra no fim: o SHA-256 do registro anterior da corrente, o número da corrente, a posição nela, e o registro em JSON.',
      'O JSON tem as chaves de cada objeto em ordem (unidades UTF-16), sem espaços, datas em ISO 8601 (UTC), como JSON.stringify escreve. recordText é o mesmo que recordFile.',
    ],
    records: records.map(({ one, textFile, recordFile }) => ({
      kind: one.kind,
      textFile,
      recordFile,
      textSha256: one.sha256,
      recordSha256: one.recordHash,
      previousRecordSha256: one.previousHash,
      chain: one.chain,
      position: one.position,
      recordText: one.recordText,
    })),
  }
  const plain = { mediaType: 'text/plain', relationship: 'Source' as const }
  return [
    ...records.flatMap(({ one, textFile, recordFile }): PdfFile[] => [
      { ...plain, name: textFile, description: `Texto aceito do ${names[one.kind]}`, bytes: utf8(one.text) },
      {
        ...plain,
        name: recordFile,
        description: `Registro do aceite do ${names[one.kind]}`,
        bytes: utf8(one.recordText),
      },
    ]),
    {
      name: 'prova.json',
      mediaType: 'application/json',
      relationship: 'Data',
      description: 'Registros, códigos e como conferir',
      bytes: utf8(`${JSON.stringify(proof, null, 2)}\n`),
    },
  ]
}

const names = { contract: 'contrato', addendum: 'aditivo' } as const
const utf8 = (content: string) => Buffer.from(content, 'utf8')
const text = (words: string): PdfBlock => ({ kind: 'text', text: words })

/** The lines of a text, under its own headings, which are in capitals. */
function textSections({ kind, text: signed }: SignedRecord): PdfContent['sections'] {
  const sections: { heading: string; blocks: PdfBlock[] }[] = []
  for (const line of signed.split('\n')) {
    if (line.trim() === '') continue
    if (isHeading(line)) sections.push({ heading: line, blocks: [] })
    else {
      if (sections.length === 0) sections.push({ heading: `Texto do ${names[kind]}`, blocks: [] })
      sections.at(-1)?.blocks.push(text(line))
    }
  }
  return sections
}

/** A line in capitals, unless it is an item or states a number of somebody ("CPF: 529.982.247-25"). */
function isHeading(line: string): boolean {
  return line === line.toUpperCase() && /\p{Lu}{3}/u.test(line) && !/^- |: .*\d/.test(line)
}

function acceptance(one: SignedRecord, party: ContractFacts['party']): PdfFact[] {
  return [
    { term: 'Quem aceitou', value: party.name },
    { term: 'CPF', value: formatDocument(party.cpf) },
    { term: 'Telefone', value: formatPhone(party.phone) },
    {
      term: 'E-mail da conta',
      value: `${one.email}${one.emailVerified ? ', confirmado' : ', não confirmado'}`,
    },
    { term: 'Aceito em', value: one.acceptedAtText },
    { term: 'Endereço de internet (IP)', value: one.ip },
    { term: 'Aparelho e navegador', value: one.userAgent },
    { term: 'O que marcou', value: one.ticked.join('; ') },
    { term: 'Versão do modelo', value: one.version },
    { term: 'SHA-256 do texto', value: one.sha256 },
    { term: 'Lugar na corrente', value: `corrente ${one.chain}, posição ${one.position}` },
    { term: 'Registro anterior', value: one.previousHash },
    { term: 'Código do registro (SHA-256)', value: one.recordHash },
  ]
}

function howTo(seal: ContractFacts['seal']): PdfBlock[] {
  return [
    text(
      seal
        ? `Este arquivo tem o selo digital de ${seal.name}: leitores de PDF mostram se algo foi alterado depois dele.${seal.isTest ? ' O selo é de teste e não prova nada fora desta demonstração.' : ''}`
        : 'Este arquivo não tem selo digital: para saber se é como a empresa o fez, envie-o à página abaixo.',
    ),
    text(
      'Na página abaixo, sem conta, envie este arquivo ou digite o código do registro. Ela também tem um programa que confere o arquivo sem a empresa.',
    ),
  ]
}

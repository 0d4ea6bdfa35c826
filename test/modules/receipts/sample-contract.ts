import { createHash } from 'node:crypto'
import {
  type ContractFacts,
  contractContent,
  contractFiles,
  type SignedRecord,
} from '../../../src/modules/receipts/domain/contract-content.ts'
import { proofFormat } from '../../../src/modules/receipts/proof/verificar-contrato.mjs'
import { renderArchivePdf } from '../../../src/modules/receipts/render/render-pdf.ts'
import type { SealCertificate } from '../../../src/platform/seal/seal-certificate.ts'
import { sealPdf, signatureRoom } from '../../../src/platform/seal/seal-pdf.ts'
import { customer, receipt } from './sample-content.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const previousHash = 'ab'.repeat(32)

const text = `CONTRATO DE PRESTAÇÃO DE SERVIÇOS
Versão 2026-11-21. 21 de novembro de 2026.

CONTRATANTE
Nome: José Núñez 王

CLÁUSULA 1. OBJETO
A contratada prestará o serviço.
Em palavras simples: nós limpamos o seu nome.
`

/** Returns a record with its hashes, as contracting provides it. */
export function signedRecord(kind: SignedRecord['kind'], text: string): SignedRecord {
  const canonical = JSON.stringify({
    acceptedAt: '2026-11-21T15:00:00.000Z',
    acceptedAtText: '21/11/2026 às 12:00',
    sha256: sha256(text),
    text,
  })
  const recordText = `${previousHash}\n10\n3\n${canonical}`
  return {
    ...{ kind, text, version: '2026-11-21', sha256: sha256(text), acceptedAtText: '21/11/2026 às 12:00' },
    ...{ ip: '203.0.113.7', userAgent: 'Mozilla/5.0', email: 'jose@exemplo.com.br', emailVerified: true },
    ...{
      ticked: ['Li e aceito.'],
      chain: 10,
      position: 3,
      previousHash,
      recordHash: sha256(recordText),
      recordText,
    },
  }
}

export const contractFacts: ContractFacts = {
  ...{
    issuer: receipt.issuer,
    orderNumber: 'RC-7K4P2',
    party: { name: customer.name, cpf: customer.document, phone: '+5548999991234' },
  },
  signed: [signedRecord('contract', text), signedRecord('addendum', 'ADITIVO\n\nMuda o vencimento.\n')],
  ...{ verifyUrl: 'https://recomeco.exemplo/conferir-contrato', seal: undefined },
}

const issue = { number: 'RC-7K4P2', issuedAt: new Date('2026-11-21T15:00:00Z') }

/** Returns the contract as a PDF, with or without a certificate's seal. */
export async function contractPdf(certificate?: SealCertificate, facts = contractFacts): Promise<Uint8Array> {
  const all = { ...facts, seal: certificate && { name: certificate.name, isTest: certificate.isTest } }
  const files = contractFiles(all, proofFormat)
  if (!certificate) return renderArchivePdf(contractContent(all), issue, { files })
  const seal = {
    room: signatureRoom(certificate),
    name: certificate.name,
    reason: 'Contrato do pedido RC-7K4P2',
    at: new Date('2026-11-23T12:00:00Z'),
  }
  return sealPdf(await renderArchivePdf(contractContent(all), issue, { files, seal }), certificate)
}

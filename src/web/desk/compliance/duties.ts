import {
  ANSWER_DAYS,
  CONSUMER_LATE_FEE_PERCENT,
  PRIVACY_ANSWER_DAYS,
  WITHDRAWAL_DAYS,
} from '../../../core/commitments.ts'
import { retention } from '../../../core/retention.ts'
import { countInWords, daysText } from '../../../core/text.ts'
import { paths } from '../../paths.ts'
import type { Check } from './checks.ts'

/** A test of this repository: its file, and the beginning of its title. */
interface DutyTest {
  file: string
  title: string
}

/** What an article requires of a shop like this one, where the shop meets it, and the tests that prove it. */
export interface Duty {
  /** The citation of the article. */
  law: string
  asks: string
  /** Where the shop meets it, in words for the operator. */
  met: string
  /** Pages of the shop or of the desk where it can be seen. */
  places: readonly string[]
  tests: readonly DutyTest[]
  /** The check that reports whether this shop currently meets it, when that depends on the owner. */
  check?: Check['id']
}

const contract = 'test/modules/contracting/contract.test.ts'
const accept = 'test/modules/contracting/accept-contract.test.ts'
const withdraw = 'test/modules/contracting/withdraw.test.ts'
const erasure = 'test/modules/privacy/erasure.test.ts'
const legal = 'test/web/legal/legal.test.ts'
const lateCharges = 'test/modules/payments/late-charges.test.ts'
const catalogue = 'test/web/desk/catalogue.test.ts'
const settlement = 'test/modules/payments/settlement.test.ts'
const checkWords = 'test/modules/catalogue/check-words.test.ts'
const guard = 'test/modules/notifications/guard.test.ts'
const wholeCost = { file: contract, title: 'the whole cost is stated before signing' }

/** Duties in the order of the laws: CDC with Lei 14.181, Decreto 7.962, LGPD, Marco Civil, LBI, signatures. */
export const duties: readonly Duty[] = [
  {
    law: 'CDC, artigos 6º, III, e 31',
    asks: 'Informação correta, clara e visível sobre o serviço, o preço e o prazo, antes da escolha.',
    met: 'Cada página de serviço mostra o que está incluído, o prazo, o preço e, em cada plano, o total e a diferença para o preço à vista.',
    places: [paths.services()],
    tests: [
      {
        file: 'test/web/services/pages.test.ts',
        title: 'credit-rating shows its plans, inclusions and process',
      },
    ],
  },
  {
    law: 'CDC, artigos 30 e 35',
    asks: 'O que é ofertado obriga quem oferta.',
    met: 'Quem escolheu antes de uma mudança é avisado dela; o que foi vendido guarda preço, prazo e etapas com que foi vendido.',
    places: [paths.deskCatalogue()],
    tests: [
      { file: catalogue, title: 'a price is drafted, previewed and published; earlier orders keep theirs' },
    ],
    check: 'whatsapp',
  },
  {
    law: 'CDC, artigos 36, 37 e 38',
    asks: 'Publicidade que se prova; nada enganoso.',
    met: 'Cada afirmação e cada depoimento diz qual é a prova e até quando vale; sem prova, é apontado e pode ser escondido em todas as páginas. Promessa, número ou superlativo escrito numa página é recusado.',
    places: [paths.deskCatalogue()],
    tests: [
      { file: catalogue, title: 'a claim without evidence is reported, and can be hidden everywhere' },
      { file: catalogue, title: 'a page’s texts apply once published' },
    ],
    check: 'claims',
  },
  {
    law: 'CDC, artigo 42',
    asks: 'Cobrar sem constranger, e sem que outra pessoa saiba da dívida.',
    met: 'Assunto e começo de cada mensagem não falam de dívida; ninguém é lembrado à noite, em domingo ou feriado, nem mais que o combinado na semana; quem pede para parar para de receber na hora.',
    places: [paths.deskMessages()],
    tests: [
      { file: guard, title: 'a locked screen shows nothing of a debt' },
      { file: guard, title: 'a message that nobody waits for is held overnight' },
      { file: guard, title: 'after an opt-out nothing more is sent' },
    ],
  },
  {
    law: 'CDC, artigo 42, parágrafo único',
    asks: 'O que foi cobrado a mais é devolvido.',
    met: 'Pagamento em dobro ou a maior vira crédito com aviso, e espera na fila pela decisão de devolver ou abater. Se a devolução é em dobro, quem decide é a empresa, com quem a advoga.',
    places: [paths.deskMoney(), paths.desk()],
    tests: [
      {
        file: settlement,
        title: 'two paid charges for one instalment: one pays it, the other becomes a credit',
      },
      {
        file: settlement,
        title: 'an overpayment pays the instalment, and the excess becomes a credit',
      },
    ],
  },
  {
    law: 'CDC, artigo 42-A',
    asks: 'Nome, endereço e CNPJ de quem cobra, em toda cobrança.',
    met: 'Página de pagamento, recibo, aviso de vencimento e contrato dizem razão social, CNPJ e endereço.',
    places: [paths.payments()],
    tests: [
      {
        file: catalogue,
        title: 'another company is on every page, in new contracts and messages',
      },
    ],
    check: 'identity',
  },
  {
    law: 'CDC, artigo 43',
    asks: 'A pessoa vê o que há sobre ela, e o que está errado é corrigido.',
    met: 'Em Privacidade a pessoa vê e baixa tudo, e pede correção com prazo na fila. O programa não inscreve ninguém em cadastro de inadimplentes.',
    places: [paths.accountPrivacy()],
    tests: [{ file: erasure, title: 'a correction is answered at the desk within its deadline' }],
  },
  {
    law: 'CDC, artigo 46',
    asks: 'O contrato é lido antes, e se entende.',
    met: 'O texto inteiro está na página antes do aceite; cada cláusula tem uma frase simples, que também se ouve.',
    places: [paths.contract()],
    tests: [
      { file: contract, title: 'clean-name a-vista: ten clauses, each explained' },
      { file: accept, title: 'a draft changed in another tab is not signed with the old text' },
    ],
  },
  {
    law: 'CDC, artigo 49; Decreto 7.962/2013, artigo 5º',
    asks: `${daysText(WITHDRAWAL_DAYS)} para desistir, com a mesma ferramenta da compra e devolução de tudo, confirmada na hora.`,
    met: 'Em cada pedido há "desistir" enquanto durar o prazo, que só acaba em dia útil; as parcelas acabam e a devolução é pedida no mesmo passo.',
    places: [paths.tracking()],
    tests: [
      {
        file: withdraw,
        title: 'a withdrawal within the period cancels the order and its instalments and requests',
      },
      { file: contract, title: 'a contract can be withdrawn from for seven days, the last a business day' },
    ],
    check: 'refunds',
  },
  {
    law: 'CDC, artigo 51',
    asks: 'Nenhuma cláusula abusiva.',
    met: 'Texto que renuncia a direito, tira responsabilidade, muda preço sozinho, obriga a arbitragem ou prende o que foi pago é recusado quando é escrito, no catálogo e nas páginas; o contrato da loja passa pelo mesmo crivo.',
    places: [paths.deskCatalogue(), paths.deskContracts()],
    tests: [
      { file: checkWords, title: '“Sem direito a reembolso” is refused' },
      { file: contract, title: 'no clause says what the law makes void' },
    ],
  },
  {
    law: 'CDC, artigo 52, caput, e artigo 54-B (Lei 14.181/2021)',
    asks: 'Antes de contratar: preço à vista, número e intervalo das parcelas, total com e sem financiamento, juros.',
    met: 'O quadro do custo está no plano, no resumo e no contrato, com a taxa embutida.',
    places: [paths.contract()],
    tests: [wholeCost],
  },
  {
    law: 'CDC, artigo 52, § 1º',
    asks: `Multa por atraso de no máximo ${CONSUMER_LATE_FEE_PERCENT}% da parcela.`,
    met: `De consumidor nunca se cobra mais que ${CONSUMER_LATE_FEE_PERCENT}%, seja qual for a configuração; texto que diz mais é recusado quando é escrito.`,
    places: [paths.payments()],
    tests: [
      { file: lateCharges, title: 'late charges of a person are capped by law' },
      { file: checkWords, title: 'a fee above the cap is refused' },
    ],
    check: 'late-fee',
  },
  {
    law: 'CDC, artigo 52, § 2º',
    asks: 'Quem paga antes paga menos juros.',
    met: 'Quitar o plano inteiro custa o preço à vista; a conta aparece linha a linha antes de pagar.',
    places: [paths.payments()],
    tests: [{ file: lateCharges, title: 'an early payoff of the whole plan costs the cash price' }],
  },
  {
    law: 'CDC, artigo 53',
    asks: 'Quem deixa de pagar não perde tudo o que pagou.',
    met: 'Nenhuma cláusula prende o que foi pago, e o texto que diga isso é recusado. De um pedido cancelado sem devolução o cliente ainda desiste dentro do prazo; depois dele, a equipe decide o que devolver.',
    places: [paths.deskMoney()],
    tests: [
      {
        file: withdraw,
        title:
          'an order that the team cancelled without a refund can be withdrawn from within the period, once',
      },
      { file: contract, title: 'no clause says what the law makes void' },
    ],
  },
  {
    law: 'CDC, artigo 54, §§ 3º e 4º',
    asks: 'Contrato de adesão legível, com destaque para o que limita direito.',
    met: 'As cláusulas que limitam têm destaque na página, no texto e no PDF; a letra é a das páginas, que cresce com a da pessoa.',
    places: [paths.contract()],
    tests: [
      {
        file: contract,
        title: 'the clauses contain the figures of the specification, and limiting ones are marked',
      },
    ],
  },
  {
    law: 'CDC, artigo 54-C (Lei 14.181/2021)',
    asks: 'Não oferecer crédito "sem consulta", nem apressar quem compra.',
    met: 'Essas palavras são recusadas em todo texto da loja; as páginas não têm contagem regressiva nem falsa escassez.',
    places: [paths.deskCatalogue()],
    tests: [{ file: catalogue, title: 'a page’s texts apply once published' }],
    check: 'credit-words',
  },
  {
    law: 'CDC, artigo 54-D (Lei 14.181/2021)',
    asks: 'Explicar o custo de forma adequada a quem contrata, e as consequências de não pagar.',
    met: 'Resumo do que vence hoje e do que segue, frase simples em cada cláusula, a do atraso incluída. A loja parcela o próprio serviço e não empresta; se emprestar, tem de avaliar o crédito da pessoa.',
    places: [paths.contract()],
    tests: [
      wholeCost,
      {
        file: 'test/modules/contracting/summary.test.ts',
        title: 'lists the amount due today apart from later ones',
      },
    ],
  },
  {
    law: 'CDC, artigos 6º, XI, e 104-A (Lei 14.181/2021)',
    asks: 'Um caminho para quem não consegue pagar.',
    met: 'Quem atrasou escolhe nova data, primeira parcela menor ou parcelas menores, dentro da regra da empresa, e aceita como se aceita um contrato.',
    places: [paths.payments(), paths.desk()],
    tests: [{ file: 'test/web/payments/way-out.test.ts', title: 'a late customer chooses how to pay' }],
  },
  {
    law: 'Decreto 7.962/2013, artigo 2º',
    asks: 'Nome, CNPJ, endereço e contato em destaque; preço e condições inteiros.',
    met: 'O rodapé de toda página e as páginas de termos e privacidade dizem quem vende.',
    places: [paths.terms(), paths.privacy()],
    tests: [{ file: legal, title: 'each page identifies the company and its contacts' }],
    check: 'identity',
  },
  {
    law: 'Decreto 7.962/2013, artigo 4º, I a IV',
    asks: 'Resumo antes do contrato, como corrigir erros, confirmação imediata e cópia que se guarda.',
    met: 'O contrato começa pelo resumo e leva de volta a cada escolha; o aceite é confirmado por mensagem, e a cópia fica na conta, em PDF e em texto.',
    places: [paths.contract(), paths.tracking()],
    tests: [
      {
        file: accept,
        title: 'one acceptance writes the order, its steps, its instalments, the evidence, the message',
      },
      { file: accept, title: 'the owner reads the exact copy; another user reads none' },
    ],
    check: 'confirmation',
  },
  {
    law: 'Decreto 7.962/2013, artigo 4º, V e parágrafo único',
    asks: `Atendimento pela internet, com resposta em até ${daysText(ANSWER_DAYS)}.`,
    met: 'O que a pessoa responde por e-mail ou WhatsApp chega à página do pedido e espera na fila, com prazo, até ser respondido.',
    places: [paths.desk()],
    tests: [
      {
        file: 'test/web/desk/conversations.test.ts',
        title: 'a customer’s message is shown at their order and their page, and is answered there',
      },
    ],
  },
  {
    law: 'LGPD, artigo 8º',
    asks: 'Consentimento por finalidade, com prova, e retirado com a mesma facilidade.',
    met: 'Cada consentimento guarda o texto, a versão, a hora e de onde veio; em Privacidade se vê o histórico e se retira com um botão.',
    places: [paths.accountPrivacy()],
    tests: [
      { file: erasure, title: 'a consent is given and withdrawn per purpose, with its history' },
      { file: guard, title: 'WhatsApp needs a consent with its proof' },
    ],
  },
  {
    law: 'LGPD, artigos 6º e 9º',
    asks: 'Dizer para que serve cada dado, por quanto tempo e com quem é compartilhado.',
    met: 'A política sai da mesma tabela que apaga o que venceu: o quê, para quê, base legal, até quando.',
    places: [paths.privacy()],
    tests: [
      { file: legal, title: 'the policy covers what the law requires' },
      { file: legal, title: 'the policy names every cookie that the code sets, and no other' },
    ],
    check: 'dpo',
  },
  {
    law: 'LGPD, artigos 15 e 16',
    asks: 'Apagar o que não é mais preciso.',
    met: 'Cada tabela tem seu fim numa lista, e uma tarefa que o cumpre; o que a lei manda guardar fica separado.',
    places: [paths.deskOperation()],
    tests: [
      {
        file: 'test/platform/database/table-lives.test.ts',
        title: 'every table of the schema has its growth and its end in the list',
      },
    ],
    check: 'retention',
  },
  {
    law: 'LGPD, artigos 18 e 19',
    asks: `Acesso na hora, cópia, correção, apagamento e resposta completa em ${daysText(PRIVACY_ANSWER_DAYS)}.`,
    met: `Com conta ou sem ela: ver e baixar na hora; correção e apagamento são pedidos com ${daysText(PRIVACY_ANSWER_DAYS)} na fila, e o que fica por lei é dito.`,
    places: [paths.accountPrivacy(), paths.privacyLink()],
    tests: [
      {
        file: erasure,
        title: 'an erased account is gone from database, files, messages, journal and logs',
      },
      { file: erasure, title: 'a person without an account proves an address by a link' },
    ],
  },
  {
    law: 'LGPD, artigo 20',
    asks: 'Revisão de decisão tomada só por máquina.',
    met: 'Nada que pese contra uma pessoa é decidido só pelo programa: documento, proposta, pagamento que não se reconhece e devolução recusada esperam, na fila, por alguém da equipe.',
    places: [paths.desk()],
    tests: [
      {
        file: 'test/modules/backoffice/queue.test.ts',
        title: 'lists every open obligation once, the earliest broken promise first',
      },
    ],
  },
  {
    law: 'LGPD, artigos 46 e 47',
    asks: 'Proteger os dados.',
    met: 'CPF e contratos cifrados no banco, documentos cifrados no disco, acesso da equipe por função, com segundo fator e registro de quem viu o quê.',
    places: [paths.deskLog()],
    tests: [{ file: 'test/modules/privacy/cpf-at-rest.test.ts', title: 'no CPF of a new shop is readable' }],
    check: 'sealed',
  },
  {
    law: 'Marco Civil da Internet, artigo 15',
    asks: `Guardar os registros de acesso por ${countInWords(retention.accessMonths)} meses, em sigilo.`,
    met: `Os acessos são guardados por ${countInWords(retention.accessMonths)} meses e depois apagados, nem antes nem depois.`,
    places: [paths.privacy()],
    tests: [
      {
        file: 'test/modules/identity/sessions.test.ts',
        title: 'access records are stored for six months, then deleted',
      },
    ],
  },
  {
    law: 'LBI (Lei 13.146/2015), artigo 63',
    asks: 'Site acessível a pessoas com deficiência.',
    met: 'WCAG 2.2 AA critério a critério em docs/wcag.md e a NBR 17225 em docs/nbr-17225.md, com o que foi testado.',
    places: [],
    tests: [
      { file: 'e2e/reading.a11y.spec.ts', title: 'the payment page reads' },
      { file: 'e2e/keyboard.a11y.spec.ts', title: 'from the landing page to the PIX code' },
    ],
  },
  {
    law: 'MP 2.200-2/2001, artigo 10, § 2º',
    asks: 'O aceite eletrônico vale quando se prova que é íntegro e de quem é.',
    met: 'O texto exato, a versão, a hora, o endereço e o aparelho ficam numa corrente de resumos que não se reescreve; qualquer pessoa confere uma cópia.',
    places: [paths.verifyContract(), paths.deskLog()],
    tests: [
      { file: accept, title: 'evidence is append-only, and tampering that bypasses the trigger is detected' },
    ],
  },
]

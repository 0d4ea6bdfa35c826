import { PASSWORD_LENGTH, PHRASE_LENGTH } from '../../src/core/password.ts'
import { daysText } from '../../src/core/text.ts'
import { MAX_INSTALMENTS } from '../../src/modules/catalogue/public.ts'
import { RESULT_TEXT_MAX } from '../../src/modules/consultations/public.ts'
import { MAX_FILE_BYTES, MAX_WORDS } from '../../src/modules/documents/public.ts'
import { MAX_PROTOCOL_LENGTH, MAX_WORDS_LENGTH } from '../../src/modules/orders/public.ts'
import { MAX_CARD_INSTALMENTS, MAX_VALIDITY_DAYS } from '../../src/modules/proposals/public.ts'

/** Texts of refusals for the team. */
const texts: { readonly [code: string]: string } = {
  invalid_credentials: 'E-mail ou senha não conferem.',
  email_unconfirmed: 'O e-mail desta conta ainda não foi confirmado.',
  too_many: 'Tentativas demais. Espere alguns minutos.',
  not_staff: 'Esta conta não é da equipe.',
  owner_exists: 'Já existe uma conta de administração.',
  email_invalid: 'Este e-mail não parece certo.',
  email_taken: 'Já existe uma conta com este e-mail. Use outro para a equipe.',
  password_weak: `Senha fraca demais: ${PASSWORD_LENGTH} caracteres ou mais, com maiúscula, minúscula, número e símbolo; ou uma frase de ${PHRASE_LENGTH}.`,
  password_common: 'Esta senha é fácil de adivinhar. Escolha outra.',
  password_too_long: 'A senha é longa demais.',
  no_reason: 'Diga por quê: --motivo "…".',
  not_found: 'Não existe.',
  not_paid: 'O dinheiro desta cobrança não chegou.',
  too_much: 'É mais do que resta para devolver.',
  unattributed_return:
    'Dinheiro deste pagamento voltou sem dizer de quê. Diga antes: npm run desk -- atribuir-devolucao.',
  not_confirmed:
    'Esta cobrança não existe aqui: o dinheiro pode ser de outra loja na mesma conta. Se é nosso: --e-nossa.',
  nothing_to_attribute: 'Nada desta devolução espera por alguém.',
  not_of_payment: 'O pagamento não era desta parcela, deste pedido ou deste crédito.',
  no_target: 'Diga de que voltou (parcelas, pedido ou crédito), ou --espalhar por tudo.',
  not_open: 'Já foi resolvido, ou não existe.',
  not_pending: 'Só parcelas em aberto podem ser pagas com um crédito.',
  wrong_customer: 'As parcelas são de outra pessoa.',
  insufficient_credit: 'O crédito não cobre as parcelas. Para perdoar a diferença: --perdoar.',
  not_failed: 'Não falhou, ou já foi resolvido.',
  nothing_to_review: 'Este pagamento não espera por ninguém.',
  order_cancelled: 'O pedido foi cancelado: nada dele é devido. Reveja o pagamento sem --cobrar-de-novo.',
  not_charged_back: 'Nenhum banco tomou este pagamento de volta.',
  repeated: 'Já foi registrado.',
  insufficient_balance: 'Não há tanto dinheiro no provedor.',
  illegal_move: 'O pedido não está numa situação que permita isso.',
  not_next: 'Esta etapa já foi concluída, ou ainda não é a vez dela.',
  no_evidence: 'Diga a prova: --protocolo "…" ou --arquivo prova.pdf.',
  invalid_protocol: `O protocolo tem mais de ${MAX_PROTOCOL_LENGTH} caracteres.`,
  unknown_file: 'Este arquivo já prova outra etapa, ou não é deste pedido.',
  not_completed: 'Esta etapa não está concluída.',
  too_late: 'Já passou o tempo de desfazer. Reabra a etapa, com o motivo.',
  invalid_date: 'Diga um dia de hoje em diante, até um ano à frente: AAAA-MM-DD.',
  same_date: 'Este já é o prazo.',
  invalid_channel: 'Diga o canal: phone, whatsapp, email ou in_person.',
  invalid_note: `A nota tem de 3 a ${MAX_WORDS_LENGTH} caracteres, sem CPF.`,
  unknown_customer: 'Não há conta confirmada com este e-mail.',
  unknown_service: 'Serviço desconhecido. Use o da página: clean-name, credit-rating…',
  unknown_variant: 'Diga --variante pf ou pj, onde o serviço tem as duas, e só lá.',
  invalid_words: 'Texto longo demais, vazio, ou com um CPF.',
  invalid_validity: `Diga até quando vale: --ate AAAA-MM-DD, no máximo ${daysText(MAX_VALIDITY_DAYS)}.`,
  entry_unread: 'A entrada não foi entendida: escreva entrada R$ 400,00.',
  too_many_for_card: `O cartão parcela em até ${MAX_CARD_INSTALMENTS} vezes.`,
  invalid_cash_price: 'Diga o preço à vista, até o total: --a-vista "R$ 1.500,00".',
  invalid_price: 'O preço não foi entendido. Use R$ 1.500,00.',
  invalid_count: `O número de parcelas vai de 1 a ${MAX_INSTALMENTS}.`,
  entry_exceeds_price: 'A entrada é maior que o preço.',
  unavailable: 'O provedor não responde. Tente de novo em alguns minutos.',
  not_deliverable: 'Esta consulta não está paga, foi cancelada, ou o dinheiro dela está voltando.',
  changed_meanwhile: 'Alguém mudou isso enquanto você decidia. Veja como está e decida de novo.',
  no_correction: 'Já foi entregue: diga o que mudou, com --correcao "…". O cliente lê.',
  nothing_to_deliver: 'Diga o resultado: --texto "…", --texto-de arquivo.txt ou --arquivo resultado.pdf.',
  not_prepared: 'O resultado não chegou a ser guardado. Tente de novo.',
  empty: 'O arquivo está vazio.',
  too_large: `O arquivo tem mais de ${MAX_FILE_BYTES / 1024 / 1024} MB.`,
  too_long: `O texto tem mais de ${RESULT_TEXT_MAX} caracteres. Envie um arquivo.`,
  wrong_content: 'O arquivo não é um PDF, JPG ou PNG inteiro.',
  no_words: `Diga ao cliente o motivo, em até ${MAX_WORDS} caracteres: --texto "…".`,
  already_requested: 'Isto já foi pedido a este cliente.',
  unknown_kind: 'Tipo de documento desconhecido.',
  no_folder: 'Diga onde salvar: --salvar caminho/do/arquivo.',
  unreadable_file: 'Não foi possível ler o arquivo.',
  not_late: 'Ainda está no prazo, ou já foi entregue ou cancelada.',
  already_decided: 'Já foi decidido.',
  nothing_delivered: 'Ainda não há resultado entregue, ou não há link para cancelar.',
  erased: 'O resultado já foi apagado: o prazo terminou.',
  unknown_email: 'Não há conta com este e-mail.',
  invalid_amount: 'Valor não entendido. Use reais com vírgula: 10,50.',
}

export function refusalText(code: string, detail?: string): string {
  return `${texts[code] ?? `Recusado: ${code}.`}${detail ? ` (${detail})` : ''}`
}

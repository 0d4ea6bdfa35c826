import { formatBRL } from '../../core/money.ts'
import { daysText, lettersText } from '../../core/text.ts'
import { MAX_NOTE_LENGTH, MIN_REASON_LENGTH } from '../../modules/backoffice/public.ts'
import { contentLimits, MAX_INSTALMENTS } from '../../modules/catalogue/public.ts'
import { MAX_ANSWER_LENGTH } from '../../modules/inbox/public.ts'
import { MAX_WORDS } from '../../modules/privacy/public.ts'
import {
  MAX_CARD_INSTALMENTS,
  MAX_PROPOSAL_ANSWER_LENGTH,
  MAX_VALIDITY_DAYS,
} from '../../modules/proposals/public.ts'

/** Texts for the reasons why the desk refuses a request, by error code. Used only on the server. */
export const deskRefusals = {
  unknown: 'Não foi possível. Atualize a página e tente outra vez.',
  unknown_intent: 'Este botão não existe mais. Atualize a página.',
  not_staff:
    'A sua função não permite isto. Se permitia há pouco, alguém da administração acabou de mudá-la.',
  searched_too_much:
    'Foram buscas demais por CPF, telefone ou e-mail. Busque pelo nome ou pelo pedido, ou espere alguns minutos.',
  no_reason: `Escreva o motivo, com pelo menos ${lettersText(MIN_REASON_LENGTH)}.`,
  not_found: 'Isto já foi resolvido, ou não existe mais.',
  changed_meanwhile: 'Um colega mexeu nisto agora. Veja como ficou e decida de novo.',
  not_theirs: 'A função dessa pessoa não permite cuidar disto.',
  bad_time: 'Escolha um momento que ainda vem, dentro de um ano.',
  not_deliverable: 'Esta consulta não está paga, foi cancelada, ou o dinheiro dela está voltando.',
  nothing_to_deliver: 'Escreva o resultado ou escolha um arquivo.',
  no_correction: 'Diga o que mudou: o comprador lê.',
  too_large: 'O arquivo é grande demais.',
  too_long: 'O texto é longo demais. Envie um arquivo.',
  wrong_content: 'O arquivo não é um PDF, JPG ou PNG inteiro.',
  too_many_pixels: 'A imagem tem pixels demais. Envie uma menor.',
  not_prepared: 'O resultado não chegou a ser guardado. Envie de novo.',
  not_late: 'Ainda está no prazo, ou já foi entregue ou cancelada.',
  already_decided: 'Isto já foi decidido.',
  nothing_delivered: 'Ainda não há resultado entregue, ou não há link para cancelar.',
  erased: 'O resultado já foi apagado: o prazo terminou.',
  document_removed:
    'O cliente removeu este documento: não há mais o que conferir. Se faltar outro, peça na página do cliente.',
  no_words: 'Escreva o motivo que o cliente vai ler.',
  names_cpf: 'Tire o CPF do texto: ele vai por mensagem, que outras pessoas podem ver.',
  already_requested: 'Isto já foi pedido a este cliente.',
  email_invalid: 'Confira o e-mail.',
  name_missing: 'Escreva o nome da pessoa.',
  already_in_team: 'Esta pessoa já é da equipe.',
  last_owner: 'A equipe precisa de pelo menos uma conta de administração.',
  note_empty: 'Escreva a anotação.',
  note_too_long: `A anotação tem mais de ${lettersText(MAX_NOTE_LENGTH)}. Divida em duas.`,
  answer_empty: 'Escreva a resposta.',
  no_address: 'O WhatsApp não disse de que número veio: não há para onde responder.',
  answer_too_long: `A resposta é longa demais: no máximo ${lettersText(MAX_ANSWER_LENGTH)}.`,
  answer_too_long_for_template:
    'Faz mais de um dia que a pessoa escreveu: pelo WhatsApp só cabe uma resposta curta. Encurte.',
  answer_length: `Escreva a resposta: pelo menos uma frase, e no máximo ${lettersText(MAX_PROPOSAL_ANSWER_LENGTH)} (${lettersText(MAX_WORDS)} num pedido sobre dados).`,
  not_an_erasure: 'Este pedido não é para apagar.',
  something_open: 'Algo desta pessoa ainda está aberto. Atualize a página para ver o quê.',
  erase_instead: 'Para atender, apague. Aqui só se responde por que não.',
  illegal_move: 'Já foi aceita, ou já foi retirada.',
  unknown_customer: 'Não há conta confirmada com este e-mail.',
  names_customer:
    'Tire o nome, o CPF e o contato do cliente: o que se escreve aqui aparece em recibos, em números e no registro, que ficam por anos.',
  unknown_service: 'Escolha o serviço.',
  unknown_variant: 'Escolha pessoa física ou jurídica, onde o serviço tem as duas.',
  invalid_words: 'Um texto está longo demais, vazio, ou tem um CPF.',
  invalid_validity: `Escolha até quando vale: de hoje até ${daysText(MAX_VALIDITY_DAYS)} à frente.`,
  entry_unread: 'A entrada não foi entendida. Escreva assim: entrada R$ 400,00.',
  too_many_for_card: `O cartão parcela em até ${MAX_CARD_INSTALMENTS} vezes.`,
  invalid_cash_price: 'Diga o preço à vista em reais: no máximo o total da oferta.',
  invalid_price: 'O preço não foi entendido. Escreva o valor com centavos, depois de R$.',
  invalid_count: `O número de parcelas vai de 1 a ${MAX_INSTALMENTS}.`,
  entry_exceeds_price: 'A entrada é maior que o preço.',
  cadence_unread: 'As parcelas vencem toda semana ou todo mês. Escreva “semanal” ou “mensal”.',
  total_out_of_range: `O total vai de ${formatBRL(contentLimits.price.from)} a ${formatBRL(contentLimits.price.to)}. Confira o valor.`,
  invalid_amount: 'Valor não entendido. Use reais com vírgula: 10,50.',
  invalid_date: 'Escolha um dia que já começou.',
  unavailable: 'O provedor não responde. Tente de novo em alguns minutos.',
  not_open: 'Já foi resolvido.',
  not_pending: 'Marque pelo menos uma parcela em aberto.',
  wrong_customer: 'As parcelas são de outra pessoa.',
  insufficient_credit: 'O dinheiro não cobre as parcelas marcadas. Para perdoar a diferença, marque a opção.',
  not_paid: 'O dinheiro desta cobrança não chegou.',
  too_much: 'É mais do que resta para devolver.',
  unattributed_return: 'Dinheiro deste pagamento voltou sem dizer de quê. Diga antes, na fila.',
  not_confirmed: 'A cobrança deste dinheiro não existe aqui. Confirme que ele é desta loja.',
  nothing_to_attribute: 'Nada desta devolução espera por alguém.',
  not_of_payment: 'O pagamento não era disto.',
  no_target: 'Marque de que voltou, ou que é para repartir por tudo; não os dois.',
  not_failed: 'Não falhou, ou já foi resolvido.',
  nothing_to_review: 'Este pagamento não espera por ninguém.',
  order_cancelled: 'O pedido foi cancelado: nada dele é devido. Marque só como visto.',
  not_charged_back: 'O banco não tomou este pagamento inteiro de volta.',
  refund_under_way:
    'Uma devolução deste pagamento ainda está em processo. Espere a resposta do provedor e decida depois.',
  repeated: 'Já foi registrado.',
  insufficient_balance: 'Não há tanto dinheiro no provedor.',
  already_asked: 'Já foi pedido, e espera que outra pessoa aprove.',
  own_request:
    'Quem pediu, ou é o cliente, não aprova: peça a outra pessoa do financeiro ou da administração.',
  invalid: 'Há algo a corrigir. Abra o editor outra vez.',
  planned_version:
    'Há uma versão planejada, que não traz esta mudança. Cancele-a antes, ou marque que publica mesmo assim.',
  text_changed:
    'Outra versão passou a valer enquanto você escrevia. O que você mudou continua no formulário, junto com o texto novo: confira e envie de novo.',
  already_holds: 'Já começou a valer. Volte a uma versão anterior.',
  of_team: 'Esta conta é da equipe: a administração encerra as sessões dela em Equipe.',
  yourself: 'Peça a um colega da administração: ninguém muda o próprio acesso.',
} as const

/** Templates of the account. A test compares them with those that the shop asks its owner to have approved. */
export const templates: Readonly<Record<string, string>> = {
  aviso: 'Olá! Uma mensagem sobre o seu atendimento: {{1}} Se não reconhece, não clique e fale com a gente.',
  andamento: 'Olá! Seu atendimento teve uma novidade: {{1}} Qualquer dúvida, responda aqui.',
  lembrete: 'Olá! Um lembrete: {{1}} Se já resolveu, desconsidere. Qualquer dúvida, responda aqui.',
  resposta: 'Olá! Respondendo à sua mensagem: {{1}} Se precisar de mais alguma coisa, responda aqui.',
}

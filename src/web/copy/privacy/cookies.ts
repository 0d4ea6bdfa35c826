/** Every cookie of the site, by its name; a test holds this list against the code. */
export const cookieRows = [
  {
    name: 'rc_sessao',
    text: 'Diz que você entrou na sua conta. Dura 7 dias sem uso, ou até você sair. Em conexão segura o nome é __Host-rc_sessao.',
  },
  {
    name: 'rc_contratacao',
    text: 'Lembra a contratação que você começou, até aceitar o contrato. Dura 2 dias.',
  },
  { name: 'rc_pedido', text: 'Lembra o pedido que você acabou de contratar. Dura 1 dia.' },
  { name: 'rc_cobranca', text: 'Lembra o PIX que você está pagando. Dura 1 dia.' },
  { name: 'rc_voltar', text: 'Lembra a página que você queria ver antes de entrar. Dura 1 hora.' },
  { name: 'rc_avisos', text: 'Leva um aviso para a página seguinte. Dura 1 minuto.' },
] as const

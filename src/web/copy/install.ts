/** Texts of the offer to install the shop on the device's home screen. */
export const installCopy = {
  label: 'Instalar o Recomeço',
  title: 'Deixe o Recomeço na tela inicial',
  text: 'Seus pagamentos e o andamento do serviço a um toque, mesmo sem internet. Não ocupa quase nada.',
  accept: 'Instalar',
  refuse: 'Agora não',
} as const

import type { LegalSection, PolicyCompany } from '../legal.ts'

/** Returns the sections on the purpose and legal basis of each use of data (LGPD art. 7), and on who has access. */
export function purposeSections({ dpoEmail }: PolicyCompany): LegalSection[] {
  return [
    {
      id: 'para-que',
      title: 'Para que usamos, e o que a lei permite',
      short: 'cada uso tem um motivo e uma base na lei (LGPD, artigo 7º).',
      blocks: [
        {
          rows: [
            {
              name: 'Fazer o serviço que você contratou',
              text: 'Conta, contrato, cobrança, documentos, andamento e entrega. Base: execução de contrato (inciso V).',
            },
            {
              name: 'Responder antes de você contratar',
              text: 'Proposta, dúvida ou contratação iniciada, a seu pedido. Base: passos antes do contrato (inciso V).',
            },
            {
              name: 'Cumprir a lei',
              text: 'Notas fiscais, registros de acesso e respostas à Justiça. Base: obrigação legal (inciso II).',
            },
            {
              name: 'Provar o que foi combinado',
              text: 'Contrato aceito, pagamentos e mensagens, se houver discussão. Base: exercício de direitos (inciso VI).',
            },
            {
              name: 'Evitar golpe e manter o site no ar',
              text: 'Limite de tentativas de senha, registro de entradas e de falhas. Base: legítimo interesse (inciso IX).',
            },
            {
              name: 'Consultar o seu CPF em cadastros de crédito',
              text: 'Só a seu pedido ou com a sua autorização. Base: execução de contrato (inciso V) e proteção do crédito (inciso X).',
            },
            {
              name: 'O que depender do seu sim',
              text: 'Por exemplo, publicar o seu depoimento. Base: consentimento (inciso I). Você pode voltar atrás quando quiser.',
            },
          ],
        },
        'Nenhuma máquina decide sozinha sobre você. Quem analisa o seu caso é uma pessoa.',
        'Não usamos seus dados para propaganda de outras empresas.',
      ],
    },
    {
      id: 'outra-pessoa',
      title: 'Dados de outra pessoa',
      short: 'só informe o CPF de outra pessoa se ela autorizou você.',
      blocks: [
        'Antes de uma consulta avulsa, você declara que é o dono do CPF ou que tem autorização dele. Essa declaração fica guardada, com data, hora e endereço IP.',
        `Alguém usou o seu CPF aqui sem autorização? Escreva para ${dpoEmail}. Investigamos e respondemos.`,
      ],
    },
    {
      id: 'quem-ve',
      title: 'Quem vê seus dados',
      short: 'você, a nossa equipe e quem precisa para o serviço andar.',
      blocks: [
        {
          rows: [
            { name: 'Nossa equipe', text: 'Quem cuida do seu pedido, com senha própria e dever de sigilo.' },
            {
              name: 'Mercado Pago',
              text: 'Recebe nome, e-mail, CPF ou CNPJ e valor, para gerar o Pix ou cobrar o cartão. Também responde pelos dados que trata.',
            },
            {
              name: 'Serviço de e-mail',
              text: 'Leva nossas mensagens até a sua caixa. Elas não levam seu CPF nem o resultado de consultas.',
            },
            {
              name: 'WhatsApp',
              text: 'Se você fala conosco por ali, a conversa passa pela empresa WhatsApp e segue as regras dela.',
            },
            { name: 'Hospedagem', text: 'Guarda o site, os dados e os arquivos, sem poder usá-los.' },
            {
              name: 'Órgãos e empresas do seu caso',
              text: 'Cadastros de crédito, cartórios, bancos, Detran, Receita Federal e Justiça recebem o que o pedido em seu nome exige.',
            },
            { name: 'Autoridades', text: 'Quando uma lei ou um juiz manda.' },
          ],
        },
        'Alguns desses fornecedores podem guardar dados fora do Brasil. Nesse caso, valem as regras da LGPD (artigos 33 a 36).',
      ],
    },
    {
      id: 'seguranca',
      title: 'Como protegemos',
      short: 'seus documentos e seu cadastro ficam guardados com criptografia, e só abre quem pode.',
      blocks: [
        {
          list: [
            'Documentos, cadastro e dados das consultas são guardados com criptografia. Quem copiasse os arquivos não conseguiria ler.',
            'A conversa entre o seu aparelho e o site usa conexão segura (https).',
            'Sua senha não é guardada; guardamos só uma conta matemática que confere se ela está certa.',
            'Muitas senhas erradas seguidas bloqueiam novas tentativas por um tempo.',
            'Trocar a senha encerra as entradas abertas em outros aparelhos.',
            'O resultado de uma consulta nunca vai escrito na mensagem. Você recebe um link e confirma quem é.',
            'Cada contrato aceito entra em uma corrente de registros. Se alguém mudasse um, apareceria.',
          ],
        },
        'Nenhum sistema é perfeito. Use uma senha que você não usa em outro lugar.',
      ],
    },
  ]
}

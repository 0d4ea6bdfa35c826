import type { LegalSection, PolicyCompany } from '../legal.ts'

/** Returns the sections on the data controller, the data collected, and its sources. */
export function collectedSections({ legalName, cnpj, address, dpoEmail }: PolicyCompany): LegalSection[] {
  return [
    {
      id: 'quem-responde',
      title: 'Quem responde pelos seus dados',
      short: `a ${legalName} decide como seus dados são usados e responde por eles.`,
      blocks: [
        `Somos a ${legalName}, CNPJ ${cnpj}, em ${address}. A lei chama quem decide sobre os dados de controlador. Aqui, somos nós.`,
        `Nosso encarregado pela proteção de dados (DPO) atende em ${dpoEmail}. É ele quem recebe suas perguntas e seus pedidos.`,
        'Esta política segue a Lei Geral de Proteção de Dados (Lei 13.709/2018, a LGPD).',
      ],
    },
    {
      id: 'dados',
      title: 'Que dados usamos',
      short: 'usamos só o que cada serviço pede, e você vê quando está informando.',
      blocks: [
        {
          rows: [
            {
              name: 'Conta',
              text: 'Nome, e-mail, telefone, CPF ou CNPJ e tipo de conta. A senha é guardada de um jeito que nem nós conseguimos ler.',
            },
            { name: 'Contratação', text: 'Nome, CPF, telefone, serviço e forma de pagamento.' },
            {
              name: 'Cadastro de pessoa física',
              text: 'RG, renda presumida, endereço, cidade e CEP.',
            },
            {
              name: 'Cadastro de empresa',
              text: 'Razão social, CNPJ, faturamento presumido e endereço. Do responsável: nome, CPF e RG.',
            },
            { name: 'Documentos', text: 'Os arquivos PDF, JPG ou PNG que você envia.' },
            {
              name: 'Pagamentos',
              text: 'Valor, vencimento, data, meio e número do pagamento no Mercado Pago. O número do seu cartão não passa por nós. Se você adiar uma parcela, também a data, a hora, o endereço IP e o navegador. Se você mandar um link para alguém pagar, quem o recebe vê o valor, o número do pedido e o seu primeiro nome.',
            },
            {
              name: 'Contrato aceito',
              text: 'O texto que você leu, o que você marcou, data e hora, seu e-mail, o endereço IP e o navegador. Isso prova o que foi combinado, para você e para nós.',
            },
            {
              name: 'Consultas avulsas',
              text: 'Nome, CPF, telefone e o resultado. E a declaração de que você pode consultar, com data, hora, IP e navegador.',
            },
            {
              name: 'Proposta de veículo',
              text: 'Nome, nascimento, telefone, e-mail, renda e os dados do veículo.',
            },
            { name: 'Mensagens', text: 'Os e-mails que enviamos a você e o que você nos escreve.' },
            {
              name: 'Acesso',
              text: 'Endereço IP, navegador, data e hora de cada entrada na sua conta.',
            },
          ],
        },
        'Nunca pedimos a senha do seu banco nem a da conta gov.br. Se alguém pedir em nosso nome, é golpe.',
      ],
    },
    {
      id: 'origem',
      title: 'De onde vêm os dados',
      short: 'quase tudo vem de você mesmo.',
      blocks: [
        {
          list: [
            'De você: o que você preenche, envia e escreve.',
            'Do seu navegador: endereço IP e tipo de navegador.',
            'Do Mercado Pago: se o pagamento foi feito, e quando.',
            'Dos órgãos consultados para o seu serviço: Serasa, SPC, Boa Vista, cartórios, Banco Central, Detran, Receita Federal e bancos. Só consultamos os que o serviço pede.',
          ],
        },
      ],
    },
  ]
}

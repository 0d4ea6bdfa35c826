import { formatBRL } from '../../../core/money.ts'
import { formatPhone } from '../../../core/phone.ts'
import { capitalized } from '../../../core/text.ts'
import { consultations, type Service, services } from '../../../modules/catalogue/public.ts'
import { paths } from '../../paths.ts'
import type { LegalSection, TermsCompany } from '../legal.ts'
import { openingHours } from '../opening-hours.ts'
import { siteName } from '../shell.ts'

/** Returns the sections on who sells, what is sold, and what is not promised. */
export function offerSections(company: TermsCompany): LegalSection[] {
  const { legalName, cnpj, address, phone, email, lawyer } = company
  return [
    {
      id: 'quem-somos',
      title: 'Quem somos',
      short: `${siteName} é o site da ${legalName}.`,
      blocks: [
        {
          rows: [
            { name: 'Empresa', text: legalName },
            { name: 'CNPJ', text: cnpj },
            { name: 'Endereço', text: address },
            { name: 'Telefone e WhatsApp', text: formatPhone(phone) },
            { name: 'E-mail', text: email },
            { name: 'Atendimento', text: capitalized(openingHours) },
            { name: 'Responsável jurídico', text: lawyer },
          ],
        },
        'Somos uma empresa privada. Não somos banco, cartório nem órgão do governo. Não fazemos parte da Serasa, do SPC, da Boa Vista, do Banco Central nem do Detran.',
      ],
    },
    {
      id: 'o-que-vendemos',
      title: 'O que vendemos',
      short: 'vendemos o nosso trabalho: análise, pedidos, defesas e acompanhamento.',
      blocks: [
        { rows: services().map((service) => ({ name: service.title, text: inOneLine(service) })) },
        ...lookupBlocks(),
        `A página de cada serviço mostra o que está incluído, as etapas e todas as formas de pagar. Veja em [Serviços](${paths.services()}).`,
        'O que está escrito na página do serviço vale como oferta e faz parte do contrato (Código de Defesa do Consumidor, artigo 30).',
      ],
    },
    {
      id: 'o-que-nao-prometemos',
      title: 'O que não prometemos',
      short: 'não apagamos dívida, não emprestamos dinheiro e não mandamos em banco.',
      blocks: [
        {
          list: [
            'A dívida que existe continua existindo. A limpeza de nome trata do registro, não da dívida.',
            'Não emprestamos dinheiro. Quem aprova crédito ou financiamento é o banco.',
            'Nota de crédito maior não obriga ninguém a aprovar o seu pedido.',
            'Não inventamos documento nem informação. Tudo é feito dentro da lei.',
            'Registro certo e dentro do prazo da lei pode voltar a aparecer se houver uma dívida nova ou não paga.',
          ],
        },
        'Muita coisa você pode fazer sozinho e sem pagar: ver seu nome na Serasa e no SPC, tirar o Registrato do Banco Central, pedir a correção de um dado errado e recorrer de multa. Você nos paga para fazer isso por você.',
      ],
    },
  ]
}

/** The look-ups that are sold; nothing while there is none. */
function lookupBlocks(): LegalSection['blocks'] {
  const rows = consultations().map(({ title, summary, price, promise }) => ({
    name: title,
    text: `${summary} ${formatBRL(price)}. Resultado ${promise.text}, depois do pagamento confirmado.`,
  }))
  return rows.length === 0 ? [] : ['Também vendemos consultas avulsas, pagas uma vez só:', { rows }]
}

function inOneLine(service: Service): string {
  const { summary, promise, hire } = service
  return `${summary} ${price(service)} Prazo: ${promise.text}.${way[hire]}`
}

const way: Record<Service['hire'], string> = {
  online: '',
  proposal: ' Enviar a proposta é grátis.',
  consultant: ' Combinado com um consultor.',
}

function price({ plans, priceFrom, variants }: Service): string {
  if (plans.length === 0) return 'Preço combinado antes, por escrito.'
  if (variants) {
    return variants.map(({ label, price }) => `${label}: ${formatBRL(price)} à vista.`).join(' ')
  }
  const cash = Math.min(...plans.map(({ total }) => total))
  const entry = priceFrom !== undefined && priceFrom < cash
  return `À vista, ${formatBRL(cash)}.${entry ? ` Ou com entrada de ${formatBRL(priceFrom)}.` : ''}`
}

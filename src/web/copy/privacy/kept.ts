import { retention } from '../../../core/retention.ts'
import { daysText, hoursText } from '../../../core/text.ts'
import { day, hour, LINK_LIFETIME } from '../../../modules/identity/public.ts'
import { KEPT_HOURS } from '../../enhance/copies.ts'
import { paths } from '../../paths.ts'
import type { LegalSection } from '../legal.ts'
import { cookieRows } from './cookies.ts'

/** How long each class of data is kept, and which cookies there are. */
export function keptSections(): LegalSection[] {
  return [
    {
      id: 'prazos',
      title: 'Por quanto tempo guardamos',
      short: 'cada tipo de dado tem um prazo, e depois dele é apagado.',
      blocks: [
        {
          rows: [
            {
              name: 'Contratação que você não terminou',
              text: `Apagada sozinha em até ${daysText(retention.draftDays + 1)}. Se você já tem conta, ela espera por você em qualquer aparelho e é apagada em até ${daysText(retention.accountDraftDays + 1)}, ou na hora, se você tocar em Descartar.`,
            },
            {
              name: 'Conta e cadastro',
              text: 'Enquanto você tiver conta. Se pedir o fim da conta, apagamos o que a lei não manda guardar.',
            },
            {
              name: 'Documentos enviados',
              text: `Até o fim do serviço e mais ${retention.documentDays} dias, para resolver reclamações (Código de Defesa do Consumidor, artigo 26). Você pode apagar antes em [Minha Conta](${paths.account()}). Nossa equipe abre os arquivos para conferir, e cada vez fica registrada.`,
            },
            {
              name: 'Resultado de consulta avulsa',
              text: `Até ${retention.documentDays} dias depois da entrega. O link que abre o resultado vale ${daysText(retention.resultLinkDays)}, e pede uma prova de que é você.`,
            },
            {
              name: 'Contrato, pagamentos e mensagens do pedido',
              text: `${retention.contractYears} anos depois do fim do serviço (Código de Defesa do Consumidor, artigo 27, e regras fiscais).`,
            },
            {
              name: 'Proposta que não virou contrato',
              text: `Até ${retention.proposalDays} dias.`,
            },
            {
              name: 'Registros de acesso',
              text: `${retention.accessMonths} meses (Marco Civil da Internet, artigo 15). Entre eles, quando o resultado de uma consulta foi aberto.`,
            },
            {
              name: 'Links enviados por e-mail',
              text: `O de confirmar a conta vale ${daysText(LINK_LIFETIME.confirm_email / day)}; o de trocar a senha, ${hoursText(LINK_LIFETIME.reset_password / hour)}. O registro deles some em ${retention.linkDays} dias.`,
            },
          ],
        },
        'Se houver um processo, guardamos o que for prova até ele terminar.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies e o que fica no seu aparelho',
      short: 'usamos só os cookies sem os quais o site não funciona, e nenhum para vigiar você.',
      blocks: [
        'Cookie é um bilhete que o site deixa no seu navegador. Os nossos são estes:',
        { rows: cookieRows },
        'Eles não guardam CPF, preço nem nome. Não usamos cookies de propaganda, medidores de visita de outras empresas nem botões de rede social que seguem você. Por isso não há aviso de cookies para aceitar.',
        'Contamos quantas vezes o site é aberto em cada dia. É só o total: sem cookie, sem endereço IP e sem nada que diga quem abriu. Se o seu navegador pede para não ser seguido, nem isso contamos.',
        `No aparelho em que você entrou, seu navegador guarda por ${hoursText(KEPT_HOURS)} as páginas de pagamentos, de andamento e de contrato que você abriu, para você ver sem internet. Só a sua conta as vê, e elas são apagadas quando você sai. Ele também lembra se você não quis instalar o Recomeço na tela inicial.`,
        'Se você bloquear os cookies, ainda pode ler as páginas. Mas não consegue entrar na conta nem contratar.',
      ],
    },
  ]
}

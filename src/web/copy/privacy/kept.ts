import { hoursText } from '../../../core/text.ts'
import { KEPT_HOURS } from '../../enhance/copies.ts'
import type { LegalSection } from '../legal.ts'
import { cookieRows } from './cookies.ts'
import { keptRows } from './kept-data.ts'

/** Returns the sections on how long each class of data is kept, and which cookies the site sets. */
export function keptSections(): LegalSection[] {
  return [
    {
      id: 'prazos',
      title: 'Por quanto tempo guardamos',
      short: 'cada tipo de dado tem um prazo, e depois dele é apagado.',
      blocks: [{ rows: keptRows }, 'Se houver um processo, guardamos o que for prova até ele terminar.'],
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

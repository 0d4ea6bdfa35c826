import { ADULT_AGE, PRIVACY_ANSWER_DAYS } from '../../../core/commitments.ts'
import { daysText } from '../../../core/text.ts'
import { paths } from '../../paths.ts'
import type { LegalSection, PolicyCompany } from '../legal.ts'

/** Returns the sections on the rights of LGPD art. 18 and how to exercise them, on incidents, changes, and the authority. */
export function rightsSections({ dpoEmail }: PolicyCompany): LegalSection[] {
  return [
    {
      id: 'direitos',
      title: 'Seus direitos',
      short: 'os dados são seus: você pode ver, corrigir, levar e pedir para apagar, sem pagar nada.',
      blocks: [
        'A LGPD (artigo 18) dá a você o direito de:',
        {
          list: [
            'saber se temos dados seus e receber uma cópia;',
            'corrigir o que está errado ou velho;',
            'bloquear ou apagar o que sobra ou foi usado fora da lei;',
            'levar seus dados para outra empresa;',
            'apagar o que usamos só com o seu consentimento, e retirar esse consentimento;',
            'saber com quem dividimos seus dados;',
            'saber o que acontece se você disser não;',
            'ser contra um uso que você acha errado;',
            'pedir que uma pessoa reveja uma decisão automática, se um dia houver alguma.',
          ],
        },
        `Como pedir: entre em [Minha Conta, Privacidade](${paths.accountPrivacy()}). Lá você vê tudo o que guardamos e quem olhou, leva uma cópia na hora, corrige, diz sim e volta atrás, e pede para apagar.`,
        `Não tem conta? [Peça um link](${paths.privacyLink()}) para o seu e-mail ou WhatsApp. Ele prova que o contato é seu.`,
        `Respondemos cada pedido em até ${daysText(PRIVACY_ANSWER_DAYS)}. Se não pudermos atender, dizemos o motivo e a lei. Você também pode escrever para ${dpoEmail}.`,
        'Há dados que a lei manda guardar, como contratos e pagamentos. Esses ficam até o fim do prazo, mesmo com pedido de exclusão.',
      ],
    },
    {
      id: 'menores',
      title: `Menores de ${ADULT_AGE} anos`,
      short: `nossos serviços são para quem tem ${ADULT_AGE} anos ou mais.`,
      blocks: ['Não pedimos dados de crianças e adolescentes. Se soubermos que recebemos, apagamos.'],
    },
    {
      id: 'incidentes',
      title: 'Se algo der errado',
      short: 'se um vazamento puder prejudicar você, avisamos você e a autoridade.',
      blocks: [
        'Se houver um incidente com risco para você, avisamos a ANPD e as pessoas atingidas (LGPD, artigo 48). Dizemos quais dados, o que já fizemos e o que você pode fazer.',
        `Viu algo estranho? Escreva para ${dpoEmail}.`,
      ],
    },
    {
      id: 'reclamar',
      title: 'Se não resolvermos',
      short: 'você pode reclamar à ANPD, que fiscaliza o uso de dados no Brasil.',
      blocks: [
        'ANPD é a Autoridade Nacional de Proteção de Dados. O site é gov.br/anpd. Fale primeiro conosco: ela costuma pedir isso.',
        'Você também pode procurar o Procon da sua cidade.',
      ],
    },
    {
      id: 'mudancas',
      title: 'Mudanças nesta política',
      short: 'toda mudança ganha uma nova data, que fica no alto desta página.',
      blocks: [
        'Se a mudança for importante, avisamos por e-mail antes de ela valer. Uma mudança não diminui direitos que você já tem.',
      ],
    },
  ]
}

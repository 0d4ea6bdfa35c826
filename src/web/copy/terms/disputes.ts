import { ANSWER_DAYS } from '../../../core/commitments.ts'
import { daysText } from '../../../core/text.ts'
import { contractTerms } from '../../../modules/contracting/public.ts'
import { paths } from '../../paths.ts'
import type { LegalSection, TermsCompany } from '../legal.ts'

/** Returns the sections on privacy, complaints, the court, and versions. */
export function disputeSections({ email, dpoEmail }: TermsCompany): LegalSection[] {
  return [
    {
      id: 'privacidade',
      title: 'Seus dados',
      short: 'usamos seus dados para fazer o serviço, e nada mais.',
      blocks: [
        `Está tudo na [Política de Privacidade](${paths.privacy()}). Dúvidas e pedidos: ${dpoEmail}.`,
        'Textos, marca e desenhos deste site são nossos. Você pode imprimir e guardar o que diz respeito a você.',
      ],
    },
    {
      id: 'reclamar',
      title: 'Dúvidas e reclamações',
      short: 'fale conosco primeiro; se não resolver, há quem ajude de graça.',
      blocks: [
        `Escreva para ${email}. Respondemos em até ${daysText(ANSWER_DAYS)} (Decreto 7.962/2013).`,
        'Se não ficar satisfeito, você pode procurar:',
        {
          list: [
            'o Procon da sua cidade ou do seu estado;',
            'o site consumidor.gov.br;',
            'o Juizado Especial Cível mais perto de você. Até 20 salários mínimos, não precisa de advogado.',
          ],
        },
      ],
    },
    {
      id: 'foro',
      title: 'Onde corre um processo',
      short: 'você pode abrir o processo na cidade onde mora.',
      blocks: [
        `O contrato indica o foro de ${contractTerms.forum}. Mas quem é consumidor pode sempre escolher a própria cidade (Código de Defesa do Consumidor, artigo 101, I).`,
        'Vale a lei brasileira. Nada aqui diminui um direito que a lei dá a você.',
      ],
    },
    {
      id: 'versoes',
      title: 'Mudanças nestes termos',
      short: 'o contrato que você aceitou continua valendo como você leu.',
      blocks: [
        'Quando estes termos mudam, a data no alto da página muda. A mudança vale só para novas contratações.',
        'A versão que você aceitou está na cópia que mandamos ao seu e-mail.',
      ],
    },
  ]
}

import { counted } from '../../core/text.ts'

/** Texts of the compliance screen; the texts of each check are with the check. */
export const complianceCopy = {
  title: 'Conformidade',
  lead: 'O que falta entre esta loja e a lei, visto agora, na loja como ela está. Não substitui a leitura de quem advoga para a empresa.',
  open: (count: number) =>
    count === 0
      ? 'Nada falta no que é conferido aqui.'
      : counted(count, 'ponto a resolver', 'pontos a resolver'),
  fine: 'Em ordem',
  found: 'a resolver',
  ok: 'em ordem',
  go: 'Abrir',
  law: 'O que a lei pede, e onde está',
  lawLead: 'Artigo por artigo, onde a loja cumpre. O que depende de você é conferido acima.',
  tests: 'Como se mostra',
  where: {
    catalogue: 'No catálogo',
    operation: 'Em Operação',
    team: 'Em Equipe',
    configuration: 'Na configuração do programa, por quem cuida do servidor',
  },
} as const

import { DAY } from '../../core/durations.ts'
import { daysText } from '../../core/text.ts'
import { type WrittenMessage, write } from '../notifications/index.server.ts'
import { INVITATION_LIFETIME } from './domain/lifetimes.ts'
import type { TeamMessageKind } from './message-kinds.ts'

type EmailContent = WrittenMessage & { kind: TeamMessageKind }

export function invitationEmail({ name, link }: { name: string; link: string }): EmailContent {
  return {
    kind: 'team.invitation',
    ...write({
      subject: 'Convite para a equipe',
      nome: name,
      title: 'A equipe espera por você',
      preheader: 'Crie o seu acesso.',
      lines: [
        'Toque no botão para criar o seu acesso.',
        `O convite é só seu e vale por ${daysText(INVITATION_LIFETIME / DAY)}. Tenha o celular por perto: ele será o seu segundo fator.`,
      ],
      action: { label: 'Criar meu acesso', url: link },
      note: 'Não esperava este convite? Ignore esta mensagem: nada acontece.',
    }),
  }
}

export function welcomeEmail({ name, signIn }: { name: string; signIn: string }): EmailContent {
  return {
    kind: 'team.welcome',
    ...write({
      subject: 'Agora você faz parte da equipe',
      nome: name,
      title: 'Agora você faz parte da equipe',
      preheader: 'A sua conta agora abre o painel.',
      lines: ['A sua conta agora abre o painel da equipe. Entre outra vez, com a senha que você já usa.'],
      action: { label: 'Entrar', url: signIn },
      note: 'Não foi você que aceitou o convite? Responda a esta mensagem agora.',
    }),
  }
}

import { daysText } from '../../core/text.ts'
import type { MessageToSend } from '../notifications/index.server.ts'
import { INVITATION_LIFETIME } from './domain/lifetimes.ts'
import type { TeamMessageKind } from './message-kinds.ts'

type EmailContent = Pick<MessageToSend<TeamMessageKind>, 'kind' | 'subject' | 'text'>

export function invitationEmail({ name, link }: { name: string; link: string }): EmailContent {
  return {
    kind: 'team.invitation',
    subject: 'Convite para a equipe',
    text: `Olá, ${name}!

Você foi convidado para a equipe. Abra o link para criar o seu acesso:

${link}

O link é só seu e vale por ${daysText(INVITATION_LIFETIME / 86_400_000)}. No primeiro acesso, tenha o celular por perto: ele será o seu segundo fator.

Se você não esperava este convite, ignore esta mensagem: nada acontece.`,
  }
}

export function welcomeEmail({ name, signIn }: { name: string; signIn: string }): EmailContent {
  return {
    kind: 'team.welcome',
    subject: 'Agora você faz parte da equipe',
    text: `Olá, ${name}!

A sua conta agora tem acesso ao painel da equipe. Entre outra vez, com a senha que você já usa:

${signIn}

Se não foi você que aceitou o convite, responda a esta mensagem agora.`,
  }
}

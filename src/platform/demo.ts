import type { Role } from '../core/roles.ts'

export interface DemoAccount {
  readonly role: Role
  readonly email: string
  readonly password: string
  readonly profile?: { readonly nome: string }
}

/** Demonstration account of a team member, with the secret of its second factor, base 32: /dev/segundo-fator shows its codes. */
export type DemoMember = DemoAccount & { readonly secondFactor: string }

/**
 * Accounts of the team, created with all demonstration accounts when a demonstration starts (the simulator replaces the payment
 * provider) and printed on the console. They are public, so they never exist in production.
 */
export const DEMO_TEAM: readonly DemoMember[] = [
  {
    role: 'owner',
    email: 'administracao@exemplo.com.br',
    password: 'Recomeco@2026',
    profile: { nome: 'Administração' },
    secondFactor: 'ADMDEMONSTRACAORECOMECOQQQQQQQQQ',
  },
  {
    role: 'support',
    email: 'atendimento@exemplo.com.br',
    password: 'Recomeco@2026',
    profile: { nome: 'Atendimento' },
    secondFactor: 'ATENDIMENTODEMORECOMECOQQQQQQQQQ',
  },
  {
    role: 'finance',
    email: 'financeiro@exemplo.com.br',
    password: 'Recomeco@2026',
    profile: { nome: 'Financeiro' },
    secondFactor: 'FINANCEIRODEMORECOMECOQQQQQQQQQQ',
  },
  {
    role: 'staff',
    email: 'equipe@exemplo.com.br',
    password: 'Recomeco@2026',
    profile: { nome: 'Equipe' },
    secondFactor: 'EQUIPEDEMONSTRACAORECOMECOQQQQQQ',
  },
]

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'customer', email: 'cliente@exemplo.com.br', password: 'Recomeco@2026' },
  ...DEMO_TEAM,
]

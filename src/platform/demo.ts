export interface DemoAccount {
  readonly role: 'customer' | 'staff'
  readonly email: string
  readonly password: string
}

/**
 * Accounts created when a demonstration starts (the simulator replaces the payment provider) and printed on the
 * console. They are public, so they never exist in production.
 */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { role: 'customer', email: 'cliente@exemplo.com.br', password: 'Recomeco@2026' },
  { role: 'staff', email: 'equipe@exemplo.com.br', password: 'Recomeco@2026' },
]
